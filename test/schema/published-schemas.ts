/** The version and the columns of every resource, which other programs rely on. */
export const published: Readonly<Record<string, readonly [version: number, columns: string]>> = {
  payable: [
    1,
    'id:string invoiceNumber:string status:string direction:string connectionId:string payeeName:string payerName:string amount:number dueDate:date memo:string createdAt:datetime',
  ],
  business: [
    1,
    'id:string name:string alias:string businessType:string status:string createdAt:datetime',
  ],
  balance: [
    1,
    'businessId:string available:number pending:number withdrawing:number total:number asOf:datetime',
  ],
  withdrawal: [
    1,
    'id:string status:string amount:number fundingSourceId:string estimatedArrivalDate:date createdAt:datetime',
  ],
  bank: [
    1,
    'id:string businessId:string name:string accountType:string last4:string status:string isDefault:boolean',
  ],
  connection: [
    1,
    'id:string status:string businessName:string connectedBusinessName:string alias:string tags:string settings.netTerms:number',
  ],
  invitation: [1, 'id:string email:string status:string createdAt:datetime expiresAt:datetime'],
  payment: [
    1,
    'paymentId:string status:string amount:number payableId:string connectionId:string fundingSourceId:string clearingSpeed:string scheduledDate:date estimatedSettlementDate:date',
  ],
  activity: [
    1,
    'createdAt:datetime type:string message:string actor.name:string fromStatus:string toStatus:string',
  ],
  'payment-link': [1, 'nanoId:string status:string url:string'],
  'pay-me-link': [
    1,
    'businessId:string eligible:string ineligibleReasons:string enabled:string minAmount:number maxAmount:number url:string updatedAt:datetime',
  ],
  integration: [
    1,
    'id:string provider:string status:string companyName:string connectedAt:datetime disconnectedAt:datetime lastSyncAt:datetime',
  ],
  sync: [
    1,
    'syncId:string status:string entityTypes:string startedAt:datetime completedAt:datetime results.vendors:string results.bankAccounts:string results.invoices:string errors:string',
  ],
  user: [1, 'id:string email:string accountId:string accountName:string role:string'],
  aging: [1, 'direction:string bucket:string count:number amount:number share:number'],
  intent: [
    1,
    'id:string operation:string outcome:string amount:number payableId:string connectionId:string paymentId:string createdAt:datetime verdict:string',
  ],
  'run-report': [
    1,
    'row:number ref:string payableId:string invoiceNumber:string payeeName:string amount:number outcome:string paymentId:string batch:number intentId:string settledAt:datetime',
  ],
  match: [
    1,
    'status:string date:date amount:number invoiceNumber:string party:string line:number description:string why:string record:string',
  ],
  forecast: [
    1,
    'date:date series:string account:string in:number out:number balance:number unpaid:number byHabit:number count:number level:number',
  ],
};
