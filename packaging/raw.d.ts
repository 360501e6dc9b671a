/** The text of a file: Vite loads it in tests, `raw-text.ts` in the build. */
declare module '*?raw' {
  const text: string;
  export default text;
}
