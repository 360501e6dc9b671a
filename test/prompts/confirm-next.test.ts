import { expect, test } from 'vitest';
import { readValues } from '../../src/cli/flags/flag.ts';
import { globals } from '../../src/cli/flags/global-flags.ts';
import { createQuestions } from '../../src/cli/prompts/questions.ts';
import { createSecrets } from '../../src/runtime/secrets.ts';
import { createTestSystem } from '../helpers/run-command.ts';

test('what a confirmation must show is in the next one, and nothing is sent before', async () => {
  const asked: (readonly string[])[] = [];
  let answer = false;
  const questions = createQuestions({
    system: createTestSystem([], {}, [], []),
    globals: readValues(globals, () => []),
    write: undefined,
    secrets: createSecrets(),
    typeAmountAbove: () => 0,
    form: undefined,
    askElsewhere: async (lines) => {
      asked.push(lines.map(String));
      if (!answer) throw new Error('no');
      return 'prompt';
    },
  });
  questions.assertConfirmed();
  questions.confirmNext(['CL-1 is pay_1']);
  expect(questions.assertConfirmed).toThrow('Not confirmed');
  await expect(questions.confirm(['Pay'], 'Pay it?')).rejects.toThrow('no');
  expect(questions.assertConfirmed).toThrow('CL-1 is pay_1');
  answer = true;
  await questions.confirm(['Pay'], 'Pay it?');
  questions.assertConfirmed();
  await questions.confirm(['Pay'], 'Pay another one?');
  expect(asked).toEqual([['Pay', 'CL-1 is pay_1'], ['Pay', 'CL-1 is pay_1'], ['Pay']]);
});
