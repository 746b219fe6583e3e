/** Members documented by pdfkit but missing in `@types/pdfkit`. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** @param font  opened by fontkit */
    registerFont(name: string, font: import('fontkit').Font): this;
  }
  interface StructureElementOptions {
    /** a column or a row, for the head of a table */
    scope?: 'Column' | 'Row';
  }
}
