import { buffer } from 'node:stream/consumers'
import { toLatin } from './latin.ts'
import type { Contents } from './rules.ts'

// The library reads the metrics of a font again for each document. Fonts without kerning need a tenth of the time.
const [TEXT, HEADING] = ['Courier', 'Courier-Bold']

/**
 * Writes a document as PDF, with the same bytes for the same contents. The insured's name is also in the document's properties,
 * which support any script.
 */
export async function writePdf({ title, insured, madeAt, sections }: Contents): Promise<Uint8Array> {
  // Loaded late: that takes longer than starting the whole sandbox, and most runs never ask for a document.
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
