import { deflateSync } from 'node:zlib'
import type { Behaviours } from './behaviour.ts'
import { behind, isDescription, isDocument, json, long, nested, says, where } from './changing.ts'
import { laughs, lines } from './yaml.ts'

const SCENARIOS = ['service/journey', 'documents/in-issued', 'documents/in-ready-to-bind']
const pdf = (body: () => Buffer | string, codes: readonly number[] = [0, 3]) => {
  let made: Buffer | undefined
  return behind(codes, {
    scenarios: SCENARIOS,
    api: where(isDocument, (answered) => {
      made ??= Buffer.from(body())
      return { ...answered, body: made }
    }),
  })
}

/** A PDF of the given objects, with a cross-reference table. */
function objects(bodies: readonly string[], trailer = ''): string {
  let text = '%PDF-1.5\n'
  const places = bodies.map((body, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const xref = text.length
  return `${text}xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${xref}\n%%EOF\n`
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'

function xrefBomb(megabytes: number): Buffer {
  const zeros = deflateSync(Buffer.alloc(megabytes * 1e6), { level: 9 })
  const head = `%PDF-1.5\n1 0 obj\n${CATALOG}\nendobj\n`
  const stream = `5 0 obj\n<< /Type /XRef /Size ${megabytes * 250_000} /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /Length ${zeros.length} >>\nstream\n`
  return Buffer.concat([
    Buffer.from(head + stream),
    zeros,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ])
}

const description = (text: () => string | Buffer, codes: readonly number[] = [0, 1, 3]) => {
  let made: string | Buffer | undefined
  return behind(codes, {
    scenarios: ['service/description', 'service/journey'],
    api: where(isDescription, (answered, seen, response) => {
      made ??= text()
      return says(made)(answered, seen, response)
    }),
  })
}

const HEAD = 'openapi: 3.1.0\ninfo: { title: a, version: b }\n'

/** Documents that can break a PDF reader. */
export const documents: Behaviours = {
  'a PDF with 500 MB of zeros': pdf(() => xrefBomb(500)),
  'a PDF with 60 MB of zeros': pdf(() => xrefBomb(60)),
  'a PDF without pages': pdf(() => objects([CATALOG, '<< /Type /Pages /Kids [] /Count 0 >>'])),
  'a PDF whose pages contain themselves': pdf(() =>
    objects([CATALOG, '<< /Type /Pages /Kids [2 0 R] /Count 1000000 >>']),
  ),
  'a PDF that says it has 2,000,000,000 pages': pdf(() =>
    objects([CATALOG, '<< /Type /Pages /Kids [] /Count 2000000000 >>']),
  ),
  'a PDF whose table leads to itself': pdf(() =>
    objects([CATALOG, '<< /Type /Pages /Kids [] /Count 0 >>'], '/Prev 9 '),
  ),
  'a PDF nested 200,000 deep': pdf(() => objects([`<< /Type /Catalog /Pages ${nested(200_000)} >>`])),
  'a PDF of 15 MB': pdf(() => `%PDF-1.7\n${long(15, '% comment\n')}`),
  'a PDF of its mark alone': pdf(() => '%PDF-'),
  'a PDF of noise': pdf(() =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(long(1, '\xff\0<<'), 'latin1')]),
  ),
  'a page that says it is a PDF': pdf(() => '<html>Not found</html>', [1]),
  'an empty document': pdf(() => '', [1]),
  'a document of 200 MB': behind([0, 1, 3], {
    scenarios: SCENARIOS,
    api: where(isDocument, (_, __, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' })
      const chunk = Buffer.alloc(1024 * 1024, 'a')
      const more = () => {
        while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more)
      }
      more()
      return undefined
    }),
  }),
  'a description with an anchor that contains itself': description(() => `${HEAD}paths: &a { /x: *a }\n`),
  'a description that laughs a billion times': description(() => `${HEAD}${laughs}\n`),
  'a description of 200,000 paths': description(
    () => `${HEAD}paths:\n${lines(200_000, (at) => `  /p${at}: {}`)}\n`,
  ),
  'a description of 15 MB of text': description(() => `${HEAD}x: "${long(15)}"\n`, [0, 1, 3]),
  'a description nested 100,000 deep': description(() => `${HEAD}x: ${nested(100_000)}\n`),
  'a description in JSON nested 1,000,000 deep': description(
    () => `{"openapi":"3.1.0","x":${nested(1_000_000)}}`,
  ),
  'a description of 40,000 anchors': description(
    () => `${HEAD}x:\n${lines(40_000, (at) => `  - &a${at} { b: ${at === 0 ? 1 : `*a${at - 1}`} }`)}\n`,
  ),
  'a description that refers in circles': description(
    () =>
      `${HEAD}paths: {}\ncomponents: { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } }\n`,
  ),
  'a description that refers to files and elsewhere': description(
    () => `${HEAD}paths: { /a: { $ref: "file:///etc/passwd" }, /b: { $ref: "http://127.0.0.1:9/x" } }\n`,
  ),
  'a description with patterns that never end': behind([0, 1], {
    scenarios: ['service/description', 'service/journey'],
    api: where(
      isDescription,
      says((text) => text.replaceAll(/pattern: .*/g, "pattern: '^(a+)+(a+)+(a+)+$'")),
    ),
  }),
  'a description that is a page': description(() => '<!doctype html><p>Sign in</p>'),
  'a description of zero bytes': description(() => Buffer.alloc(3_000_000)),
  'a description of 100,000 schemas': description(
    () =>
      `${HEAD}paths: {}\ncomponents:\n  schemas:\n${lines(100_000, (at) => `    S${at}: { allOf: [ { $ref: "#/components/schemas/S${(at + 1) % 100_000}" } ] }`)}\n`,
  ),
  'a description in JSON with half a surrogate': behind([0, 1], {
    scenarios: ['service/description'],
    api: where(
      isDescription,
      says('{"openapi":"3.1.0","info":{"title":"\\ud800","version":"1"},"paths":{}}'),
    ),
  }),
  'declines nested 100 deep': behind([0, 1], {
    scenarios: ['service/journey', 'documents/in-declined'],
    api: (answered, seen, response) =>
      answered.status === 400 && String(answered.headers['content-type']).includes('json')
        ? json((all) => ({ ...all, data: JSON.parse(nested(100)) }))(answered, seen, response)
        : answered,
  }),
}
