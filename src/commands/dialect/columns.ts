import { columns } from '../../render/view.ts';

export const assumptionColumns = columns('operation', 'where', 'name', 'wireName', 'reason');

export const checkColumns = columns(
  'result:state',
  'operation',
  'where',
  'name',
  'wireName',
  'seen',
  'suggestion',
);
