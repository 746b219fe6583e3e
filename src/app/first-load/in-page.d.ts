/** A file of this folder, bundled (scripts/in-page-scripts.ts). */
declare module 'in-page:*' {
  const code: string;
  export default code;
}
