import { displayNameOf } from '../../../business/records.ts';
import type { PublicBusiness } from '../../../public-api/parties.ts';
import { type Html, html } from '../../html.ts';

/** Who gets the money: its logo, or its first letter where it has none. */
export const payeeHead = (payee: PublicBusiness, why: string): Html =>
  html`<div class="party">
    ${portrait(payee)}
    <div>
      <p class="soft">${why}</p>
      <h1>${displayNameOf(payee)}</h1>
      ${payee.alias === null || payee.alias === payee.name ? '' : html`<p class="soft">${payee.name}</p>`}
    </div>
  </div>`;

/** The logo is asked for at this very address, whatever name the sandbox is called by. */
const portrait = ({ logoUrl, ...named }: PublicBusiness): Html =>
  logoUrl === null
    ? html`<span class="portrait" aria-hidden="true">${[...displayNameOf(named).trim()][0]?.toUpperCase()}</span>`
    : html`<img class="portrait" src="${new URL(logoUrl).pathname}" alt="" width="52" height="52">`;
