import { command } from '../../cli/command.ts';
import { text } from '../../render/view.ts';
import { signOut } from './sign-in.ts';

export const logout = command({
  name: 'logout',
  summary: 'Sign out: remove the token of the profile',
  view: text,
  examples: ['remit auth logout', 'remit auth logout --profile sandbox'],

  async run({ context }) {
    const { profile, forgotten } = await signOut(context);
    return forgotten
      ? `Signed out (profile ${profile}).`
      : `There was no token to remove (profile ${profile}).`;
  },
});
