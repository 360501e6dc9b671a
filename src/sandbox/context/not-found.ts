import { Refused } from '../../contract/http/api-error.ts';

/** 404, the way every id that is unknown or not to be seen is answered: "Errors" of the specification leaves it open. */
export const notFound = (resource: string, id: string): Refused =>
  new Refused(404, 'not_found', `There is no ${resource} ${id}.`, { details: { resource } });
