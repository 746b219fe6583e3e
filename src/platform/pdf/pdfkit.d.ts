/** What pdfkit has and its types do not know. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** @param font  opened by fontkit */
    registerFont(name: string, font: import('fontkit').Font): this;
  }
  interface StructureElementOptions {
    /** what the head of a table heads */
    scope?: 'Column' | 'Row';
  }
}
