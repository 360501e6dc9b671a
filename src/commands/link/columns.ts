/** The columns of payment links. */

import { columns } from '../../render/view.ts';

/** The columns of the link of a payable. */
export const linkColumns = columns('nanoId', 'status:state', 'url');

/** The columns of the link by which anybody can pay a business. */
export const payMeColumns = columns(
  'businessId',
  'eligible',
  'ineligibleReasons',
  'enabled',
  'minAmount:money',
  'maxAmount:money',
  'url',
  'updatedAt:time',
);
