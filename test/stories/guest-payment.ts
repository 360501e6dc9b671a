import type { TestSandbox } from '../sandbox/open-sandbox.ts';

/** Returns the body of a guest's payment: a name, and a bank account just chosen at the provider. */
export async function strangerPays(
  { control }: Pick<TestSandbox, 'control'>,
  more: { readonly amount?: number } = {},
) {
  const { publicToken, accounts } = await control(
    'POST',
    '/sandbox/linkprovider/public-tokens',
    {},
  );
  const { accountId } = accounts[0];
  return {
    ...{ payerName: 'Ada Ames', payerEmail: 'ada@stranger.test' },
    ...{ publicToken, accountId, ...more },
  };
}
