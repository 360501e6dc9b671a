/** Names of fields whose values are masked or forbidden on the command line. */

/** Fields that are forbidden on the command line, which every process list shows. */
const secret = new Set([
  ...['ssn', 'socialsecuritynumber', 'accountnumber', 'bankaccountnumber', 'password'],
  ...['token', 'publictoken', 'linktoken', 'invitationtoken', 'accesstoken'],
]);

/** Fields that may be typed, or that only the service sends, but that are not logged. */
const discreet = new Set([
  ...['ein', 'taxid', 'routingnumber', 'confirmation', 'controltoken', 'linkprovidertoken'],
  ...['sessiontoken', 'jwt', 'nanoid'],
]);

/**
 * Reports whether a field is forbidden on the command line. Case and separators are ignored, since services differ in
 * them.
 */
export const isSecret = (name: string): boolean => secret.has(bare(name));

/** Reports whether a field is masked in the requests and responses that are shown. */
export const isHidden = (name: string): boolean => isSecret(name) || discreet.has(bare(name));

const bare = (name: string) => name.toLowerCase().replace(/[-_]/g, '');
