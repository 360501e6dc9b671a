import { columns } from '../../render/view.ts';

export const linkColumns = columns('nanoId', 'status:state', 'url');

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
