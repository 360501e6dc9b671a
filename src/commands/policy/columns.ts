import { columns } from '../../render/view.ts';

export const policyColumns = columns('key', 'value', 'help');
