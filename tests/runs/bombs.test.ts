import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPdf, readFileOfTarget } from '../../suites/platform/vocabulary/reading/reader.ts'

/** A cross-reference stream that is small when compressed and very large when read. */
function bomb(megabytes: number): Uint8Array {
  const zeros = deflateSync(Buffer.alloc(megabytes * 1e6), { level: 9 })
  const head = '%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'
  const stream = `5 0 obj\n<< /Type /XRef /Size ${megabytes * 250_000} /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /Length ${zeros.length} >>\nstream\n`
  const tail = `\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`
  return Buffer.concat([Buffer.from(head + stream), zeros, Buffer.from(tail)])
}

test('a document that takes too much memory stops its reader only, and the next one is read', async () => {
  const bounds = { busyMs: 60_000, timeMs: 80_000, megabytes: 64 }
  const stopped = await readFileOfTarget({ kind: 'pdf', bytes: bomb(500) }, bounds)
  expect(stopped).toEqual({ kind: 'stopped', why: 'it takes more than 64 MB' })
  expect(await openPdf(Buffer.from('%PDF-1.7'))).toEqual({ pages: 0, error: expect.anything() })
})

test('a document that takes too long stops its reader only', async () => {
  const bounds = { busyMs: 1, timeMs: 80_000, megabytes: 320 }
  const stopped = await readFileOfTarget({ kind: 'pdf', bytes: bomb(50) }, bounds)
  expect(stopped).toEqual({ kind: 'stopped', why: 'it takes more than 0.001 s of work' })
})

test('a description with a great many paths ends within its bounds', async () => {
  const paths = Array.from({ length: 200_000 }, (_, place) => `  /p${place}: {}\n`).join('')
  const text = `openapi: 3.1.0\ninfo: { title: a, version: b }\npaths:\n${paths}`
  const reading = await readFileOfTarget(
    { kind: 'description', text },
    { busyMs: 3000, timeMs: 80_000, megabytes: 128 },
  )
  expect(reading.kind).toBe('stopped')
})
