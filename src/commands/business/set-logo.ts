import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { file, id } from '../../cli/flags/value-parsers.ts';
import { business } from '../../contract/business.ts';
import { recordOf } from '../../render/view.ts';
import { logoColumns } from './columns.ts';

export const setLogo = command({
  name: 'set-logo',
  summary: 'Upload the logo of a business',
  about: 'PNG, JPEG, WEBP or GIF. It replaces the current logo; payers without an account see it.',
  calls: [business.setLogo],
  writes: true,
  args: {
    business: argument('<business>', 'business to change', id),
    image: argument('<image>', 'image file, or - for standard input', file),
  },
  view: recordOf(logoColumns),
  examples: [
    'remit business set-logo biz_… logo.png',
    'remit business set-logo biz_… logo.png --json',
  ],

  run: async ({ context, args }) =>
    context.call(business.setLogo, {
      params: { businessId: context.business(args.business) },
      body: { file: await context.files.readFile(args.image) },
    }),
});
