import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { standardBehaviour } from '../behaviour.ts'
import { startClock } from '../clock-start.ts'
import { knownGood } from '../known-good.ts'
import { createPlatform } from '../platform.ts'
import type { Quote } from '../quotes/quote.ts'
import { startRandom } from '../random.ts'
import { contentsOf } from './contents.ts'
import { toLatin } from './latin.ts'
import { writePdf } from './pdf.ts'
import type { Contents } from './rules.ts'

const platform = createPlatform({
  behaviour: standardBehaviour,
  clock: startClock('virtual'),
  random: startRandom(1),
})

function contents(name: string): Contents {
  const submission = { ...knownGood(Date.UTC(2026, 5, 1)), insured_name: name }
  const quote: Quote = {
    id: platform.random.uuid(),
    partnerId: 'partner',
    createdAt: Date.UTC(2026, 5, 1),
    submission,
    status: 'issued',
    contact: submission.insured_contact,
    rating: standardBehaviour.rating.rate(submission, 2500),
    proposal: 'announced',
    announcesLate: false,
    planned: [],
    policyId: platform.random.uuid(),
  }
  return contentsOf('policy', quote, platform)
}

/** Reads a PDF with an independent reader. */
async function read(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  return { text, totalPages, title: (await getMeta(pdf)).info.Title }
}

describe('a PDF', () => {
  test('shows the data of its quote', async () => {
    const shown = contents('Alder Creek Instruments')
    const { text, title, totalPages } = await read(await writePdf(shown))
    expect(totalPages).toBe(1)
    expect(title).toBe('Policy - Alder Creek Instruments')
    for (const { heading, rows } of shown.sections) {
      expect(text).toContain(heading)
      for (const [label, value] of rows) expect(text).toContain(`${label}: ${value}`)
    }
    expect(text).toContain('Insured name: Alder Creek Instruments')
    expect(text).toContain('Agg limit: $1,000,000.00')
  })

  test('is the same for the same contents', async () => {
    const shown = contents('Same Ltd')
    expect(Buffer.compare(await writePdf(shown), await writePdf(shown))).toBe(0)
  })

  test.each(['保険株式会社', 'Příliš žluťoučký kůň', 'שלום', '😀\u0000\ud800', 'x'.repeat(100_000), ''])(
    'can be read whatever the name: %s',
    async (name) => {
      const { text } = await read(await writePdf(contents(name)))
      expect(text).toContain('Insured name:')
    },
  )

  test('carries a name in another script in its properties', async () => {
    expect((await read(await writePdf(contents('保険株式会社')))).title).toBe('Policy - 保険株式会社')
  })
})

test.each([
  ['Straße – “quoted” €', 'Straße – “quoted” €'],
  ['Příliš', 'Príliš'],
  ['保険', '??'],
  ['a\nb\tc', 'a b c'],
  ['ﬁne', 'fine'],
])('writes %s with standard fonts', (text, shown) => {
  expect(toLatin(text)).toBe(shown)
})
