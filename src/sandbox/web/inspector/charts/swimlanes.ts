/** The swimlanes of a payable: its activity by side, that of the payee, the payer or the payment network. */

import type { Row } from '../../../database/tables.ts';
import { type Html, html } from '../../html.ts';

/** The side that did something. */
export type Lane = (typeof lanes)[number];

const lanes = ['Payee', 'Payer', 'Network'] as const;

export interface SwimlaneStep {
  readonly lane: Lane;
  readonly message: string;
}

const [STEP_WIDTH, LANE_HEIGHT] = [42, 38];

/** Returns the side that made an entry of the activity log. */
export function laneOf(
  { actor, type }: Row<'activity'>,
  { payer_id, payee_id }: Row<'payables'>,
): Lane {
  const { type: kind, businessId } = JSON.parse(actor);
  if (kind === 'external') return 'Payer';
  if (businessId !== null && businessId === payer_id) return 'Payer';
  if (businessId === payee_id || type.startsWith('payment_link')) return 'Payee';
  return 'Network';
}

/** Returns a circle with a number for each step, in the lane of its side. The steps are to be written beside it. */
export function swimlanes(steps: readonly SwimlaneStep[]): Html {
  if (steps.length === 0) return html``;
  const width = steps.length * STEP_WIDTH;
  const height = lanes.length * LANE_HEIGHT;
  const spots = steps.map(({ lane, message }, at) => ({
    ...{ lane, message, number: at + 1 },
    x: at * STEP_WIDTH + STEP_WIDTH / 2,
    y: lanes.indexOf(lane) * LANE_HEIGHT + LANE_HEIGHT / 2,
  }));
  return html`<div class="life">
    <ul aria-hidden="true">${lanes.map((lane) => html`<li>${lane}</li>`)}</ul>
    <div class="life-steps" tabindex="0" role="group" aria-label="Steps of the payable">
      <svg class="picture" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${steps.length} steps by side; the table says each">
        ${lanes.map((_, at) => html`<path class="rail" d="M0 ${(at + 0.5) * LANE_HEIGHT}H${width}"></path>`)}
        <polyline class="line" points="${spots.map(({ x, y }) => `${x},${y}`).join(' ')}"></polyline>
        ${spots.map(({ x, y, number, lane, message }) => html`<g class="${lane}"><title>${number}. ${lane}: ${message}</title><circle cx="${x}" cy="${y}" r="13"></circle><text x="${x}" y="${y + 4.5}">${number}</text></g>`)}
      </svg>
    </div>
  </div>`;
}
