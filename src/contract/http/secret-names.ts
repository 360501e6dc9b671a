/** Members that may not stand on a command line, where every process list shows them. */
const secret = new Set([
  ...['ssn', 'socialsecuritynumber', 'accountnumber', 'bankaccountnumber', 'password'],
  ...['token', 'publictoken', 'linktoken', 'invitationtoken', 'accesstoken'],
]);

/** Members that may be typed, or come from the service alone, and are for no log all the same. */
const discreet = new Set([
  ...['ein', 'taxid', 'routingnumber', 'confirmation', 'controltoken', 'linkprovidertoken'],
  ...['sessiontoken', 'jwt', 'nanoid'],
]);

/** Names are compared without case and separators: services spell them as they like. */
export const isSecret = (name: string): boolean => secret.has(bare(name));

/** Whether a member of this name is hidden where requests and answers are shown. */
export const isHidden = (name: string): boolean => isSecret(name) || discreet.has(bare(name));

const bare = (name: string) => name.toLowerCase().replace(/[-_]/g, '');
