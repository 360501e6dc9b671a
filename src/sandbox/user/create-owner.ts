import { createAccount } from './create.ts';
import { settings, writeSetting } from '../context/settings.ts';
import type { World } from '../context/handler-context.ts';

/** Nobody knows the owner's password: the owner has the tokens that a start of the sandbox prints. */
export async function createOwner(world: World) {
  const owner = await createAccount(world, 'Remit demo', {
    email: 'demo@remit.test',
    password: world.newSecret(43),
    firstName: 'Dana',
    lastName: 'Owner',
    role: 'owner',
  });
  await writeSetting(world.db, settings.owner, owner);
  return owner;
}
