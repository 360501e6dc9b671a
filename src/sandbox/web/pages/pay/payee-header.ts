import { displayNameOf } from '../../../business/records.ts';
import type { PublicBusiness } from '../../../public-api/parties.ts';
import { type Html, html } from '../../html.ts';

/** Returns the header of a page with the payee: its logo, or the first letter of its name. */
export const payeeHead = (payee: PublicBusiness, purpose: string): Html =>
  html`<div class="party">
    ${portrait(payee)}
    <div>
      <p class="soft">${purpose}</p>
      <h1>${displayNameOf(payee)}</h1>
      ${payee.alias === null || payee.alias === payee.name ? '' : html`<p class="soft">${payee.name}</p>`}
    </div>
  </div>`;

/** Returns the logo or the letter. */
// Only the path of the logo's URL is used, so that it loads from this host, by whichever name the browser reached it.
const portrait = ({ logoUrl, ...business }: PublicBusiness): Html =>
  logoUrl === null
    ? html`<span class="portrait" aria-hidden="true">${[...displayNameOf(business).trim()][0]?.toUpperCase()}</span>`
    : html`<img class="portrait" src="${new URL(logoUrl).pathname}" alt="" width="52" height="52">`;
