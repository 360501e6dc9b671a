import { demo } from './demo.ts';

export const commands = [];
export const bare = demo;
