import { serve } from './serve.ts';

export const commands = [serve];
