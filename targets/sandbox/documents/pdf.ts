import { buffer } from 'node:stream/consumers'
import { toLatin } from './latin.ts'
import type { Contents } from './rules.ts'

// The library reads the measures of a font for each document anew: those without kerning take a tenth of the time.
const [TEXT, HEADING] = ['Courier', 'Courier-Bold']

/**
 * Writes a document as PDF, the same bytes for the same contents. The name of the insured also stands in the document's
 * properties, where any script can be written.
 */
export async function writePdf({ title, insured, madeAt, sections }: Contents): Promise<Uint8Array> {
  // Loading the library takes longer than starting the whole sandbox, and most runs of it never ask for a document.
  const { PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: 54,
    font: TEXT,
    info: {
      Title: `${title} - ${insured.slice(0, 200).toWellFormed()}`,
      Producer: 'Quote sandbox',
      Creator: 'Quote sandbox',
      CreationDate: new Date(madeAt),
    },
  })
  const bytes = buffer(pdf)
  pdf.font(HEADING).fontSize(18).text(title)
  for (const { heading, rows } of sections) {
    if (rows.length === 0) continue
    pdf.moveDown(0.6).font(HEADING).fontSize(11).text(heading)
    pdf.font(TEXT).fontSize(9)
    for (const [label, value] of rows) pdf.text(`${label}: ${toLatin(value)}`)
  }
  pdf.end()
  return bytes
}
