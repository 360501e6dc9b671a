import { operationTools } from './operation-tools.ts';
import { taskTools } from './tasks/tasks.ts';
import type { ClientAbilities, Tool } from './tool.ts';

/** Returns the tools for tasks, and the operations of these groups as further tools. */
export const toolsFor = (groups: readonly string[], client: ClientAbilities): readonly Tool[] => [
  ...taskTools(client),
  ...operationTools(groups, client),
];
