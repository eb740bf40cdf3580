import { expect, test } from 'vitest'
import { openPdf, readFileOfTarget } from './reader.ts'
import { BOUNDS } from './reading.ts'

const description = (text: string) => readFileOfTarget({ kind: 'description', text })

/** Writes a PDF without a cross-reference table: a reader finds its objects by scanning. */
function pdfOf(pages: number, claimed = pages): Uint8Array {
  const places = Array.from({ length: pages }, (_, place) => place + 3)
  const kids = places.map((place) => `${place} 0 R`).join(' ')
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    `2 0 obj\n<< /Type /Pages /Count ${claimed} /Kids [${kids}] >>\nendobj\n`,
    ...places.map((place) => `${place} 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n`),
  ]
  return Buffer.from(`%PDF-1.4\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`)
}

test('a right document opens, one without pages does not', async () => {
  expect(await openPdf(pdfOf(2))).toEqual({ pages: 2 })
  const [none, text] = await Promise.all([openPdf(pdfOf(0)), openPdf(Buffer.from('%PDF-1.7\nnothing'))])
  for (const opening of [none, text]) {
    expect(opening.pages).toBe(0)
    expect(opening.stopped).toBeUndefined()
  }
})

test('a document that claims pages it does not have does not open', async () => {
  expect(await openPdf(pdfOf(0, 3))).toMatchObject({ pages: 0 })
})

test('a description is a tree of bounded depth, else it is none', async () => {
  const problem = expect.stringContaining('an anchor that contains itself')
  const nothing = { isJson: false, document: undefined, problems: [problem] }
  const [itself, twice] = await Promise.all(['a: &a {b: *a}', 'a: &a [*a, *a]'].map(description))
  expect(itself).toEqual({ kind: 'read', value: nothing })
  expect(twice).toEqual({ kind: 'read', value: nothing })
  const deep = await description(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(deep).toMatchObject({ kind: 'read', value: { document: undefined } })
})

test('a right description is read, with what a validator says', async () => {
  const right = 'openapi: 3.1.0\ninfo: { title: Quotes, version: "1" }\npaths: {}\n'
  expect(await description(right)).toMatchObject({ kind: 'read', value: { isJson: false, problems: [] } })
  const wrong = await description('{"openapi": "3.1.0"}')
  expect(wrong).toMatchObject({ kind: 'read', value: { isJson: true, problems: [expect.anything()] } })
})

test('what an earlier file left in memory counts against no other', async () => {
  const rows = (many: number) => Array.from({ length: many }, (_, place) => `k${place}: [1, 2]`).join('\n')
  expect((await description(rows(14_000))).kind).toBe('read')
  // Long enough that the memory is checked while the file is read.
  const bounds = { ...BOUNDS, megabytes: 40 }
  const reading = await readFileOfTarget({ kind: 'description', text: rows(1000) }, bounds)
  expect(reading).toMatchObject({ kind: 'read', value: { isJson: false } })
})

test('texts are found on the pages of a document, whatever their case and their lines', async () => {
  const content =
    'BT /F1 12 Tf 10 100 Td (Alder Creek) Tj 0 -20 Td (Instruments 12) Tj 0 -20 Td (4 Main \\(St.\\)) Tj 0 -20 Td (Quote 0A3F5C2E-1111-4222-8333-0123456789ab) Tj ET'
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n',
    `4 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`,
    '5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n',
  ]
  const bytes = Buffer.from(`%PDF-1.4\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`)
  const sought = ['alder creek instruments 12', 'Instruments', '4 main (st.)']
  const others = ['Alder Creek Tools', 'Alder Creek Instruments 124', 'Alder Creek Instruments 1', 'St.X']
  expect(await openPdf(bytes, [...sought, ...others])).toEqual({
    ...{ pages: 1, found: sought },
    ids: ['0a3f5c2e-1111-4222-8333-0123456789ab'],
  })
})
