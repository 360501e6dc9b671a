import { faultIn } from './faults.ts';

/** A form of the inspector: which control of the sandbox it works, and what it tells it. */
export interface Action {
  /** Below `/sandbox/inspector`. */
  readonly path: string;
  readonly control: string;
  readonly bodyOf: (form: URLSearchParams) => unknown;
}

const same = (path: string): Action => ({
  path,
  control: `POST /sandbox${path}`,
  bodyOf: fieldsOf,
});

/** Everything that can be done by a button. What it does, and whether it may, is for the control to say. */
export const actions: readonly Action[] = [
  { ...same('/clock/advance'), bodyOf: advanceOf },
  { path: '/clock/mode', control: 'PUT /sandbox/clock', bodyOf: fieldsOf },
  same('/payments/{id}/submit'),
  same('/payments/{id}/complete'),
  same('/payments/{id}/fail'),
  same('/payments/{id}/return'),
  same('/payments/{id}/hold'),
  same('/payments/{id}/release'),
  same('/payments/{id}/reject'),
  same('/withdrawals/{id}/submit'),
  same('/withdrawals/{id}/complete'),
  same('/withdrawals/{id}/fail'),
  same('/businesses/{id}/verify'),
  same('/businesses/{id}/suspend'),
  same('/businesses/{id}/reinstate'),
  same('/bank-accounts/{id}/micro-deposits/post'),
  { ...same('/faults'), bodyOf: faultIn },
  { path: '/faults/clear', control: 'DELETE /sandbox/faults', bodyOf: fieldsOf },
  { path: '/faults/{id}/clear', control: 'DELETE /sandbox/faults/{id}', bodyOf: fieldsOf },
];

function fieldsOf(form: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(form);
}

/** A form sends text; the control wants a number. */
function advanceOf(form: URLSearchParams) {
  const { businessDays, ...how } = fieldsOf(form);
  return businessDays === undefined ? how : { businessDays: Number(businessDays) };
}
