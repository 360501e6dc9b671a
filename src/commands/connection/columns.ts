import { columns } from '../../render/view.ts';

export const connectionColumns = columns(
  'id',
  'status:state',
  'businessName',
  'connectedBusinessName',
  'alias',
  'tags:json',
  'settings.netTerms:number',
);
