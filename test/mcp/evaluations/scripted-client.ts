/**
 * An assistant without a model. It reads a task in plain words, chooses the tool whose name and description have most of
 * these words, takes arguments from the facts of the task by the names and descriptions of the input schema, and gets
 * what it lacks from the next steps of tools that only read.
 */

import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Answered, Talk } from '../test-client.ts';

/** What a person asks an assistant to do, and the facts in the sentence by their names. */
export interface Errand {
  readonly task: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The tools that were called, in order, and the last answer. */
export interface Course {
  readonly calls: readonly string[];
  readonly answer: Answered;
}

type Args = Readonly<Record<string, unknown>>;

/** Does an errand with the tools that a server offers. */
export async function doErrand(talk: Talk, { task, facts = {} }: Errand): Promise<Course> {
  const { tools } = await talk.client.listTools();
  const calls: string[] = [];
  const call = async (tool: Tool, args: Args): Promise<Answered> => {
    calls.push(tool.name);
    const answer = await talk.tool(tool.name, { ...args });
    const { done, confirmation } = answer.record;
    return done === false ? talk.tool(tool.name, { ...args, confirmation }) : answer;
  };
  const ranked = rank(tools, task);
  const [goal] = ranked;
  if (!goal) throw new Error('no tools');
  let args = argumentsFor(goal, facts);
  for (const { tool, own } of lookups(ranked, facts)) {
    if (args) break;
    args = argumentsIn(goal, facts, stepsIn((await call(tool, own)).record));
  }
  if (!args) throw new Error(`${goal.name}: no arguments for '${task}', after ${calls.join(', ')}`);
  const answer = await call(goal, args);
  const follow = answer.isError ? stepsIn(answer.record.error).map(parseStep) : [];
  const known = follow.find((it) => tools.some(({ name }) => name === it?.tool));
  const further = tools.find(({ name }) => name === known?.tool);
  return { calls, answer: further && known ? await call(further, known.args) : answer };
}

/** Returns the tools that only read, and that the facts suffice for: those that use most of the facts first. */
const lookups = (ranked: readonly Tool[], facts: Args) =>
  ranked
    .filter(({ annotations }) => annotations?.readOnlyHint)
    .flatMap((tool) => {
      const own = argumentsFor(tool, facts);
      return own ? [{ tool, own }] : [];
    })
    .toSorted((one, other) => Object.keys(other.own).length - Object.keys(one.own).length);

/**
 * Orders tools by how well they fit a task: by the words of the task in their names and descriptions, rare ones more than
 * common ones, and the first one most, since it says what to do.
 */
function rank(tools: readonly Tool[], task: string): readonly Tool[] {
  const wanted = wordsIn(task);
  const entries = tools.map((tool) => ({
    tool,
    name: wordsIn(tool.name.replaceAll('_', ' ')),
    text: wordsIn(`${tool.annotations?.title} ${tool.description}`),
  }));
  const weightOf = (word: string) => {
    const found = entries.filter(({ name, text }) => name.includes(word) || text.includes(word));
    const rarity = Math.log((tools.length + 1) / Math.max(1, found.length));
    return word === wanted[0] ? FIRST_WORD * rarity : rarity;
  };
  const sum = (words: readonly string[]) =>
    [...new Set(words)]
      .filter((word) => wanted.includes(word))
      .reduce((total, word) => total + weightOf(word), 0);
  const scores = new Map(
    entries.map(({ tool, name, text }) => [tool, (NAME * sum(name)) / name.length + sum(text)]),
  );
  return tools.toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0));
}

const NAME = 2;
const FIRST_WORD = 2;

const idle = new Set(
  'a an and are as at by for from how in is it its me no of on one or our such that the this to was we what when with'.split(
    ' ',
  ),
);

const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z]+/g) ?? [])
    .filter((word) => word.length > 1 && !idle.has(word))
    .map((word) => word.replace(/(?:ations?|ments?|ings?|ed|es|s|e|y)$/, ''));

interface ArgumentSchema {
  readonly description?: string;
}

/** Returns the arguments of a tool from the facts; `undefined` if one that is required is not among them. */
function argumentsFor({ inputSchema }: Tool, facts: Args): Args | undefined {
  const { properties = {}, required = [] } = inputSchema;
  const args = Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const value = factFor(name, schema as ArgumentSchema, facts);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return required.every((name) => name in args) ? args : undefined;
}

/** Returns the fact with the name of an argument, or one whose name of several words its description has. */
function factFor(name: string, { description = '' }: ArgumentSchema, facts: Args): unknown {
  const named = Object.keys(facts).find(
    (fact) => /[A-Z]/.test(fact) && description.includes(inWords(fact)),
  );
  return facts[name] ?? (named && facts[named]);
}

const inWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the arguments of the first step with a tool that does not contradict the facts. */
function argumentsIn(goal: Tool, facts: Args, steps: readonly string[]): Args | undefined {
  for (const it of steps.map(parseStep)) {
    if (it?.tool !== goal.name) continue;
    const isOther = Object.entries(it.args).some(
      ([name, value]) => name in facts && facts[name] !== value,
    );
    const args = isOther ? undefined : argumentsFor(goal, { ...facts, ...it.args });
    if (args) return args;
  }
  return undefined;
}

/** Returns the next steps of a result, and those of its rows. */
function stepsIn(record: unknown): readonly string[] {
  const { next, rows } = record as { next?: unknown; rows?: readonly { next?: unknown }[] };
  return [next, ...(rows ?? []).map((row) => row.next)]
    .flat()
    .filter((it): it is string => typeof it === 'string');
}

function parseStep(text: string): { readonly tool: string; readonly args: Args } | undefined {
  const [, tool, args = '{}'] = /^([a-z_]+)(?: (\{.*\}))?$/.exec(text) ?? [];
  return tool === undefined ? undefined : { tool, args: JSON.parse(args) };
}
