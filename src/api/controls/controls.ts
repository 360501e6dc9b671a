/** All controls of the sandbox. */

import { accountingControls } from './accounting.ts';
import { bankControls } from './banks.ts';
import { clockControls } from './clock.ts';
import { eventControls } from './events.ts';
import { faultControls } from './faults.ts';
import { moneyControls } from './money.ts';
import { peopleControls } from './people.ts';
import { stateControls } from './state.ts';

/** All controls, by name, in the order in which help lists their commands. */
export const controls = {
  ...stateControls,
  ...clockControls,
  ...eventControls,
  ...moneyControls,
  ...bankControls,
  ...peopleControls,
  ...accountingControls,
  ...faultControls,
};

/** The name of a control. */
export type ControlName = keyof typeof controls;
