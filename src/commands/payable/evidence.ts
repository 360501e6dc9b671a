import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, repeatableOption, requiredOption } from '../../cli/flags/flag.ts';
import { file, payableReference } from '../../cli/flags/value-parsers.ts';
import { numberFlags } from '../../cli/payable/find-payable.ts';
import { payable } from '../../contract/payable.ts';
import { columns, recordOfRows } from '../../render/view.ts';

export const evidence = command({
  name: 'evidence',
  summary: 'Collect everything that proves the payment of a payable in a folder',
  about: [
    'Writes a new folder: the record and the activity log as the service returns them, the requests for it in the journal with their outcomes and verdicts, the plan files of the payment runs given with --plan, a summary for people (README.txt), and the SHA-256 of each file.',
    'The same records make the same files; only manifest.json has the time. To verify the folder later: sha256sum -c SHA256SUMS. The journal has the requests of this machine, or of all that share it.',
  ].join('\n\n'),
  calls: [payable.get, payable.activity, payable.list],
  args: {
    payable: argument(
      '<payable>',
      'payable that was paid (id or invoice number)',
      payableReference,
    ),
  },
  flags: {
    out: requiredOption('--out <dir>', 'folder to create; it must not exist', file),
    plan: repeatableOption(
      '--plan <plan>...',
      'plan file of a payment run that paid it; its signatures are in it',
      file,
    ),
    ...numberFlags,
  },
  view: recordOfRows('files', columns('name', 'bytes:number', 'content', 'sha256')),
  examples: [
    'remit payable evidence CL-1001 --out evidence-CL-1001',
    'remit payable evidence pay_… --out evidence --json',
  ],

  async run({ context, args, flags }) {
    if (context.globalFlags.force) {
      throw new UsageError('--force cannot be used here: evidence never replaces files.');
    }
    const complete = await context.files.reserveFolder(flags.out);
    const { collectEvidence } = await import('./evidence/collect-evidence.ts');
    const { files, summary } = await collectEvidence(context, args.payable, flags);
    await complete(files);
    context.notice(`To verify ${flags.out}: sha256sum -c SHA256SUMS, in this folder.`);
    return { folder: flags.out, ...summary };
  },
});
