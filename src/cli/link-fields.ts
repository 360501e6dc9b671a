/** The fields of a pay-me link in sections, as `sectionFields` takes them. */
export const payMeFields = [
  'enabled:boolean',
  'url=URL',
  'minAmount:money=Minimum',
  'maxAmount:money=Maximum',
  'eligible:boolean',
  'ineligibleReasons=Not eligible because',
  'businessId=Business',
  'updatedAt:time=Updated',
];
