/** Gives the person a file that the page has made. @param file.type  such as `text/csv` */
export function downloadFile({ name, type, content }: { name: string; type: string; content: string }): void {
  const href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
