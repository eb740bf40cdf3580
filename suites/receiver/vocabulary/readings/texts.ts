import type { EventBody } from '../../../../generators/events.ts'
import { type Notation, named, type Reading } from './reading.ts'

/** Readings of a body as a whole text: what stands around it, its line ends, its encoding. */
export function textReadings(event: EventBody): readonly Reading[] {
  const plain = JSON.stringify(event)
  const lines = JSON.stringify(event, null, 2)
  const around = (name: string, before: string, after: string, kind?: Notation): Reading => ({
    ...{ name, plain, other: before + plain + after },
    ...(kind && { event: kind }),
  })
  const ends = (name: string, read: string, other: string): Reading => ({
    ...{ name, plain: lines.replaceAll('\n', read), other: lines.replaceAll('\n', other) },
    event: 'whitespace',
  })
  const foreign = JSON.stringify(named(event, 'Müller'))
  const encoded = (name: string, body: string, other: Uint8Array, charset: string): Reading => ({
    ...{ name, plain: body, other, contentType: `application/json; charset=${charset}` },
  })
  const wide = Buffer.from(`\ufeff${plain}`, 'utf16le')
  return [
    around('blanks before it left out', ' ', '', 'whitespace'),
    around('blanks behind it left out', '', '  ', 'whitespace'),
    around('tabs around it left out', '\t', '\t', 'whitespace'),
    around('line ends before it left out', '\r\n', '', 'whitespace'),
    around('a line end behind it left out', '', '\n', 'whitespace'),
    around('a line end of two characters behind it left out', '', '\r\n', 'whitespace'),
    around('no-break spaces behind it left out', '', '\u00a0'),
    around('form feeds behind it left out', '', '\f'),
    around('zero bytes behind it left out', '', '\0\0'),
    around('cut at a zero byte', '', '\0{"type":"broker.added"}'),
    around('cut at the end of its object', '', ' {"type":"broker.added"}'),
    around('a byte order mark before it left out', '\ufeff', ''),
    ends('line ends of two characters as one', '\n', '\r\n'),
    ends('carriage returns as line ends', '\n', '\r'),
    ends('line ends as two characters', '\r\n', '\n'),
    {
      ...{ name: 'tabs as blanks', plain: lines, other: lines.replaceAll('  ', '\t') },
      event: 'whitespace',
    },
    { name: 'small letters for capitals', plain: plain.toLowerCase(), other: plain },
    { name: 'decoded as UTF-16 by its mark', plain, other: wide },
    { name: 'decoded as UTF-16 by its mark, big end first', plain, other: Buffer.from(wide).swap16() },
    encoded('decoded as the media type says', foreign, Buffer.from(foreign, 'latin1'), 'iso-8859-1'),
    encoded('decoded as UTF-16 by its media type', plain, wide.subarray(2), 'utf-16le'),
  ]
}
