/** The flags of commands about events. */

import { eventTypes, isEventType } from '../../api/operations/event-types.ts';
import { closestDottedName } from '../../cli/closest-match.ts';
import { InvalidValueError, option } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';

export const eventFilterFlags = {
  after: option('--after <event>', 'only events after this one', id),
  type: option(
    '--event <type,type>',
    'only events of these types, such as payment.completed (remit sandbox trigger --list)',
    eventTypeList,
  ),
};

export function eventType(text: string) {
  if (isEventType(text)) return text;
  const near = closestDottedName(text, Object.keys(eventTypes));
  const hint = near === undefined ? 'remit sandbox trigger --list' : `did you mean ${near}?`;
  throw new InvalidValueError(`must be a type of event, not '${text}' (${hint})`);
}

function eventTypeList(text: string) {
  return text.split(',').map((it) => eventType(it.trim()));
}

/** Parses the URL of a receiver of events. */
export function receiverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return text;
  throw new InvalidValueError(`must be a URL such as http://127.0.0.1:8080/events, not '${text}'`);
}
