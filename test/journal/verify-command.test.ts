import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { changed } from './fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
  const [payable] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  await service.json(`pay initiate ${payable?.id} --yes`);
});
afterAll(() => service.close());

const edit = (statement: string) => changed(join(service.home, 'state'), statement);

test('verify prints the head, which later proves that nothing was removed', async () => {
  const { code, out, err } = await service.remit('journal verify --json');
  const { head, ...verified } = JSON.parse(out);
  expect([code, err]).toEqual([0, '']);
  expect(verified).toMatchObject({ result: 'consistent', entries: 4, intents: 1, findings: [] });
  expect(verified.notCovered).toContainEqual(expect.stringContaining('file_rows'));
  expect(await service.remit(`journal verify --head ${head}`)).toMatchObject({ code: 0, err: '' });
  const told = await service.remit('journal verify');
  expect(told.err).toContain('Keep this head where whoever can write the journal cannot.');
});

test('an edited row is named, with what its entries say (exit 3)', async () => {
  await edit(`update intents set cents = 100, profile = 'nobody'`);
  const { code, out, err } = await service.remit('journal verify --json');
  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({
    result: 'edited',
    findingCount: 2,
    findings: [
      { table: 'intents', column: 'cents' },
      { table: 'intents', column: 'profile' },
    ],
  });
  expect(JSON.parse(err).error).toMatchObject({ code: 'journal_edited', exitCode: 3 });
  expect(JSON.parse(err).error.message).toContain(
    'intents.profile is nobody, its entries say test',
  );
  await edit(`update intents set cents = null, profile = 'test'`);
});

test('an unknown head is named, and a wrong one refused', async () => {
  const other = await service.remit(`journal verify --head ${'0'.repeat(64)}`);
  expect(other.code).toBe(3);
  expect(other.err).toContain('the head is not an entry of this journal');
  const short = await service.remit('journal verify --head 4:9f86d0');
  expect(short.code).toBe(2);
  expect(short.err).toContain('with all 64 digits of the hash');
});
