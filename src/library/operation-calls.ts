/** The calls of a client: a function for each operation of the contract, with types made from its schemas. */

import type { z } from 'zod/mini';
import type { Operation, OperationOutput } from '../api/operations/operation.ts';
import type { operations } from '../api/operations/operations.ts';
import type {
  CallSettings,
  List,
  PaymentConfirmation,
  WithdrawalConfirmation,
} from './client-options.ts';

/** All operations by resource: `client.payable.list` is the operation `payable.list`. */
export type OperationCalls = {
  readonly [Resource in keyof typeof operations]: {
    readonly [Name in keyof (typeof operations)[Resource]]: Call<
      (typeof operations)[Resource][Name],
      `${Resource}.${Name & string}`
    >;
  };
};

type Call<Op, Id extends string> = Op extends Operation
  ? // biome-ignore lint/complexity/noBannedTypes: tells an input without required fields
    {} extends Input<Op, Id>
    ? (input?: Input<Op, Id>, options?: CallSettings) => Result<Op, Id>
    : (input: Input<Op, Id>, options?: CallSettings) => Result<Op, Id>
  : never;

type Result<Op extends Operation, Id extends string> = Id extends 'payable.list'
  ? List<RowOf<OperationOutput<Op>>>
  : Promise<Op extends { produces: 'text/csv' } ? ReadableStream<Uint8Array> : OperationOutput<Op>>;

type RowOf<Page> = Page extends { data: (infer Row)[] } ? Row : never;

type Input<Op extends Operation, Id extends string> = Simplify<
  Confirmed<
    WithOptionalBusiness<Fields<Op, 'params'> & Fields<Op, 'query'> & Fields<Op, 'body'>>,
    Id
  >
>;

type Fields<Op, Part extends string> =
  Op extends Record<Part, () => infer Schema> ? z.input<Schema> : unknown;

/** The business of the client's profile is used if none is given. */
type WithOptionalBusiness<All> = All extends { businessId: string }
  ? Omit<All, 'businessId'> & Business
  : All;

interface Business {
  businessId?: string | undefined;
}

/** The fields of operations that differ from those of the contract. */
type Confirmed<All, Id extends string> = Id extends keyof Amendments<All>
  ? Amendments<All>[Id]
  : All;

interface Amendments<All> {
  'pay.initiate': All & Business & { confirm: PaymentConfirmation };
  'pay.quickPay': All & { confirm: PaymentConfirmation };
  'pay.bulkInitiate': Omit<All, 'payments'> &
    Business & {
      payments: readonly (RowsOf<All> & { confirm: PaymentConfirmation })[];
    };
  'business.withdraw': All & { confirm: WithdrawalConfirmation };
  'payable.approve': All & { confirm: PaymentConfirmation };
  'payable.list': Omit<All, 'offset'> & {
    skip?: number | undefined;
    pageSize?: number | undefined;
  };
}

type RowsOf<All> = All extends { payments: (infer Row)[] } ? Row : never;

type Simplify<Type> = { [Key in keyof Type]: Type[Key] };
