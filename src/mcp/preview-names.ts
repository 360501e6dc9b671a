import { ApiError } from '../api/http/api-error.ts';
import type { BankAccount } from '../api/operations/bank.ts';
import { business } from '../api/operations/business.ts';
import type { Context } from '../cli/context.ts';
import { memoize } from '../memoize.ts';
import { allBanks } from '../money/gate/funding-source.ts';
import { nameText, wordText } from './preview-text.ts';

/** Reads the names that a preview shows, each once. */
export interface PreviewNames {
  /** Returns the name of one of the user's businesses; its id if the service shows no name. */
  readonly business: (id: string) => Promise<string>;
  /**
   * Returns the name and the last digits of a bank account, such as `Checking ••6789`, and its owner if that is another
   * business than `expectedOwner`; its id if it is unknown.
   */
  readonly bank: (id: string, expectedOwner: string | undefined) => Promise<string>;
  /** Returns the id of the business that a bank account belongs to; `undefined` if it is unknown. */
  readonly ownerOf: (bankId: string) => Promise<string | undefined>;
}

/** Creates the reader of names for one call. Its functions throw read errors, except for missing records. */
export function createPreviewNames(context: Context): PreviewNames {
  const banks = memoize(() => allBanks(context));
  const names = new Map<string, Promise<string>>();
  const accountOf = async (id: string) => (await banks()).find((account) => account.id === id);
  const nameOf = (id: string) => {
    const name = names.get(id) ?? businessName(context, id);
    names.set(id, name);
    return name;
  };
  return {
    business: nameOf,
    bank: async (id, expectedOwner) => {
      const account = await accountOf(id);
      const owner = account?.businessId;
      const isOther = owner && expectedOwner !== undefined && owner !== expectedOwner;
      return `${bankText(account, id)}${isOther ? ` of ${await nameOf(owner)}` : ''}`;
    },
    ownerOf: async (id) => (await accountOf(id))?.businessId ?? undefined,
  };
}

async function businessName(context: Context, businessId: string): Promise<string> {
  try {
    const { name } = await context.call(business.get, { params: { businessId } });
    return name ? nameText(name) : wordText(businessId);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) {
      return wordText(businessId);
    }
    throw error;
  }
}

function bankText(account: BankAccount | undefined, id: string): string {
  const name = account?.name || account?.bankName;
  const last4 = account?.last4 ?? '';
  if (!name) return wordText(id);
  return /^\d{1,4}$/.test(last4) ? `${nameText(name)} ••${last4}` : nameText(name);
}
