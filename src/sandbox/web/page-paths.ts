/** The paths of the sandbox's own pages under `/sandbox`; those of the controls are in `contract/controls`. */

/** The path of all pages of the inspector but the first. */
export const INSPECTOR_PATH = '/sandbox/inspector';

/** The path of the server-sent events that tell pages of the inspector about changes. */
export const LIVE_PATH = `${INSPECTOR_PATH}/live`;

/** The path that exchanges a one-time code for the cookie of the inspector. */
export const ENTER_PATH = '/sandbox/enter';

/** The path of the window of the bank-linking provider. */
export const LINK_PROVIDER_PATH = '/sandbox/linkprovider/link';

/** The path of the accounting system's consent page. */
export const CONSENT_PATH = '/sandbox/accounting/authorize';
