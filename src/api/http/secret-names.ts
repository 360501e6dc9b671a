/** Names of fields whose values are masked or forbidden on the command line. */

/** Fields that are forbidden on the command line, which every process list shows. */
const forbidden = new Set([
  ...['ssn', 'socialsecuritynumber', 'accountnumber', 'bankaccountnumber', 'password'],
  ...['token', 'publictoken', 'linktoken', 'invitationtoken', 'accesstoken'],
]);

/** Fields that may be typed, or that only the service sends, but that are not logged. */
const unlogged = new Set([
  ...['ein', 'taxid', 'routingnumber', 'confirmation', 'controltoken', 'linkprovidertoken'],
  ...['sessiontoken', 'jwt', 'nanoid'],
]);

/**
 * Reports whether a field is forbidden on the command line. Case and separators are ignored, since services differ in
 * them.
 */
export const isSecret = (name: string): boolean => forbidden.has(normalizedName(name));

/** Reports whether a field is masked in the requests and responses that are shown. */
export const isHidden = (name: string): boolean =>
  isSecret(name) || unlogged.has(normalizedName(name));

const normalizedName = (name: string) => name.toLowerCase().replace(/[-_]/g, '');

/** Reports whether a value of JSON can be a secret: an account number may be a text or a number. */
export const canBeSecret = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
