/** Controls of accounts, users, tokens and tags, and of businesses and comments. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { businessSchema, controllerSchema } from '../operations/business.ts';
import { Id } from '../schema/field-types.ts';
import { defineControls, withFlag } from './control.ts';

/** The roles of the users of an account. */
export const roles = ['owner', 'admin', 'ap', 'ar', 'viewer'] as const;
/** The role of a user or a token. */
export type Role = (typeof roles)[number];

const text = z.optional(z.string());
const Email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'));
const Seconds = z.int().check(z.minimum(1), z.maximum(315_360_000));

const password = withFlag(
  z.string().check(z.minLength(8, 'must have at least 8 characters')),
  '--password-file <file|->',
  'file containing the password',
);

const accountId = withFlag(
  z.optional(Id),
  '--account <account>',
  'account (default: that of the owner)',
);

/** A tag for connections. */
const tagSchema = memoize(() =>
  z.object({ id: z.string(), name: z.string(), color: z.string(), accountId: z.string() }),
);

const businessSteps = ['verify', 'suspend', 'reinstate', 'complete'] as const;

export const peopleControls = defineControls({
  createAccount: {
    id: 'accounts.create',
    route: 'POST /sandbox/accounts',
    input: () =>
      z.object({
        name: withFlag(z.string(), '--name <name>', 'name of the account'),
        email: withFlag(Email, '--email <email>', 'email address of the owner'),
        password,
      }),
    output: () =>
      z.object({
        account: z.object({ id: z.string(), name: z.string() }),
        user: z.object({ id: z.string(), email: z.string() }),
        token: z.string(),
      }),
    command: 'account create',
    summary: 'Create an account with an owner, for example a trading partner',
    examples: {
      'Create an account with the password in a file':
        '--name Bakery --email ada@bakery.test --password-file password.txt',
      'Read the password from standard input':
        '--name Bakery --email ada@bakery.test --password-file - --json',
    },
  },
  createUser: {
    id: 'users.create',
    route: 'POST /sandbox/users',
    input: () =>
      z.object({
        email: withFlag(Email, '--email <email>', 'email address to sign in with'),
        password,
        role: withFlag(z._default(z.enum(roles), 'owner'), '--role <role>', 'role (default owner)'),
        firstName: withFlag(z._default(z.string(), ''), '--first-name <name>', 'first name'),
        lastName: withFlag(z._default(z.string(), ''), '--last-name <name>', 'last name'),
        accountId,
      }),
    output: () =>
      z.object({ id: z.string(), email: z.string(), role: z.enum(roles), accountId: z.string() }),
    command: 'user create',
    summary: 'Create a user of an account, with a role',
    examples: {
      'Create a viewer with the password in a file':
        '--email vera@remit.test --role viewer --password-file password.txt',
      'Read the password from standard input': '--email vera@remit.test --password-file - --json',
    },
  },
  createToken: {
    id: 'tokens.create',
    route: 'POST /sandbox/tokens',
    input: () =>
      z.object({
        role: withFlag(
          z.optional(z.enum(roles)),
          '--role <role>',
          'role of the token (default: that of the user)',
        ),
        ttl: withFlag(z.optional(Seconds), '--ttl <s>', 'lifetime in seconds'),
        userId: withFlag(z.optional(Id), '--user <user>', 'user (default: the owner)'),
      }),
    output: () =>
      z.object({
        token: z.string(),
        expiresAt: z.string(),
        role: z.enum(roles),
        userId: z.string(),
        accountId: z.string(),
      }),
    command: 'token create',
    summary: 'Create a token with another role, to test permissions',
    columns: ['token', 'role', 'expiresAt:time'],
    examples: {
      'Create a token of a viewer': '--role viewer',
      'Create a token that expires in a minute': '--role ap --ttl 60 --json',
    },
  },
  expireToken: {
    id: 'tokens.expire',
    route: 'POST /sandbox/tokens/{token}/expire',
    input: () => z.object({ token: withFlag(z.string(), '<file|->', 'file containing the token') }),
    output: () => z.object({ expired: z.boolean(), expiresAt: z.string() }),
    command: 'token expire',
    summary: 'Expire a token now',
    examples: {
      'Expire the token in a file': 'token.txt',
      'Read the token from standard input': '- < token.txt',
    },
  },
  listTags: {
    id: 'tags.list',
    route: 'GET /sandbox/tags',
    input: () => z.object({ accountId }),
    output: () => z.array(tagSchema()),
    command: 'tag',
    summary: 'List the tags for connections',
    empty: 'No tags.',
    examples: {
      'List all tags': '',
      'Print only their ids': '--json --query "[].id"',
    },
  },
  createTag: {
    id: 'tags.create',
    route: 'POST /sandbox/tags',
    input: () =>
      z.object({
        name: withFlag(
          z
            .string()
            .check(
              z.minLength(1, 'must not be empty'),
              z.maxLength(64, 'must have at most 64 characters'),
            ),
          '<name>',
          'name of the tag',
        ),
        accountId,
        color: withFlag(
          z._default(z.string(), '#6b7280'),
          '--color <color>',
          'color, such as #0ea5e9',
        ),
      }),
    output: tagSchema,
    command: 'tag create',
    summary: 'Create a tag (the API has no operation for it)',
    examples: {
      'Create a tag': 'Hotels',
      'Choose its color': '"Net 60" --color "#0ea5e9" --json',
    },
  },

  /** A decision of the service's staff about a business; `complete` adds what was missing at registration. */
  stepBusiness: {
    id: 'businesses.step',
    route: 'POST /sandbox/businesses/{id}/{step}',
    input: () =>
      z.object({
        id: withFlag(Id, '<business>', 'business'),
        step: withFlag(z.enum(businessSteps), '<step>', 'step to take'),
        taxInfo: z.optional(
          z.object({
            ein: withFlag(text, '--ein <ein>', 'for complete: employer identification number'),
            ssn: withFlag(
              text,
              '--ssn-file <file|->',
              'for complete: file containing a social security number',
            ),
          }),
        ),
        controller: withFlag(
          z.optional(controllerSchema()),
          '--controller-file <json|->',
          'for complete: JSON file of the controller, as in the API',
        ),
      }),
    output: businessSchema,
    command: 'business',
    summary: 'Verify, suspend or reinstate a business, or complete a review',
    columns: ['id', 'name', 'status:state', 'verification.requiredActions:json'],
    examples: {
      'Verify a business': 'biz_… verify',
      'Complete a review with an EIN': 'biz_… complete --ein 12-3456789 --json',
    },
  },
  /** The activity log shows comments, and the specification has no operation that creates them. */
  addComment: {
    id: 'comments.add',
    route: 'POST /sandbox/payables/{id}/comments',
    input: () =>
      z.object({
        id: withFlag(Id, '<payable>', 'payable'),
        text: withFlag(z.string(), '<text>', 'text of the comment'),
        author: withFlag(z._default(z.string(), 'Somebody'), '--author <name>', 'author'),
        businessId: text,
      }),
    output: () =>
      z.object({
        payableId: z.string(),
        type: z.string(),
        message: z.string(),
        actor: z.object({ name: z.string() }),
        createdAt: z.string(),
      }),
    command: 'comment',
    summary: 'Add a comment to the activity log of a payable',
    columns: ['payableId', 'type', 'message', 'actor.name', 'createdAt:time'],
    examples: {
      'Ask a question': 'pay_… "Which order was it?"',
      'Comment as another person': 'pay_… "Order 17" --author Ada --json',
    },
  },
});
