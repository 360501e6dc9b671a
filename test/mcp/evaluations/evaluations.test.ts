import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isChosen } from '../../helpers/chosen-cases.ts';
import { type Service, startService } from '../../helpers/signed-in-sandbox.ts';
import { talkTo } from '../test-client.ts';
import { type Change, type Evaluation, evaluations } from './evaluations.ts';
import { doErrand } from './scripted-client.ts';

let service: Service;
beforeEach(async () => {
  service = await startService(undefined, {}, 'demo');
});
afterEach(() => service.close());

interface State {
  readonly payables: ReadonlyMap<string, string>;
  readonly events: readonly { readonly type: string }[];
}

async function stateOf(): Promise<State> {
  const rows = await service.json<Record<string, string>[]>('payable list');
  const events = await service.control('GET', '/sandbox/events?last=1000');
  return {
    payables: new Map(
      rows.map((it) => [
        it['invoiceNumber'] ?? '',
        `${it['status']} ${it['paymentStatus'] ?? '-'}`,
      ]),
    ),
    events: events as State['events'],
  };
}

/** Returns what changed between two states; of the events those that a change lists. */
function changeOf(before: State, after: State, { events }: Change): Change {
  const payables = [...after.payables].filter(([number, it]) => before.payables.get(number) !== it);
  const types = after.events.slice(before.events.length).map(({ type }) => type);
  return {
    payables: Object.fromEntries(payables),
    payments: types.filter((type) => type === 'payment.created').length,
    ...(events && { events: types }),
  };
}

/** Does an evaluation, and compares all that it changed. */
async function evaluate({ before, change = {} }: Evaluation, work: () => Promise<unknown>) {
  await before?.(service);
  const start = await stateOf();
  await work();
  expect(changeOf(start, await stateOf(), change)).toEqual({
    payables: {},
    payments: 0,
    ...change,
  });
}

/** One that reads, pays, is refused, and repairs; the project thorough does the others. */
const usual = ['Show me everything about invoice CL-3000', 'Pay invoice CL-1001'];
const chosen = evaluations.filter(({ task }) => isChosen(usual.some((it) => task.startsWith(it))));

describe('an assistant that follows descriptions and next steps', () => {
  test.for(chosen)('$task', async (evaluation) => {
    const { task, facts, answer = {}, refused, calls } = evaluation;
    await evaluate(evaluation, async () => {
      const talk = await talkTo(service, 'mcp serve --allow-writes');
      const given = typeof facts === 'function' ? await facts(service) : facts;
      const course = await doErrand(talk, { task, ...(given && { facts: given }) });
      await talk.end();
      expect([course.answer.isError, course.answer.record.error?.exitCode]).toEqual([
        refused !== undefined,
        refused,
      ]);
      expect(course.answer.record).toMatchObject(answer);
      if (calls) expect(course.calls).toEqual(calls);
    });
  });

  test.runIf(isChosen(false))('cannot change anything with a server that only reads', async () => {
    const start = await stateOf();
    const talk = await talkTo(service, 'mcp serve');
    for (const { task, facts } of evaluations) {
      if (typeof facts === 'function') continue;
      await doErrand(talk, { task, ...(facts && { facts }) }).catch(() => {});
    }
    await talk.end();
    expect(changeOf(start, await stateOf(), { events: [] })).toEqual({
      ...{ payables: {}, payments: 0, events: [] },
    });
  });
});

describe('an assistant that runs the commands of the skill', () => {
  const skill = readFileSync('skills/remit/SKILL.md', 'utf8');
  const taught = evaluations.filter((it) => it.skill !== undefined && isChosen(it.skill === 'Pay'));

  test.for(taught)('$task', async (evaluation) => {
    await evaluate(evaluation, async () => {
      const section = skill.split(/^## /m).find((it) => it.startsWith(`${evaluation.skill}\n`));
      const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(section ?? '') ?? [];
      const lines = [...block.matchAll(/^remit (.*)$/gm)].map(([, words = '']) => words);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines.filter((it) => !it.startsWith('doctor'))) {
        expect([line, (await service.remit(line)).code]).toEqual([line, 0]);
      }
    });
  });
});
