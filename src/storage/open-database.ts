import { openStore } from './open-sqlite.ts';
import type { Place, Store } from './store.ts';

/** Opens a file, or a database on a server, whose driver nobody else loads. Throws what either of them says. */
export async function openAt<Tables>(place: Place): Promise<Store<Tables>> {
  if ('file' in place) return openStore(place.file);
  const { openShared } = await import('./postgres/open.ts');
  return openShared(place);
}
