import { writtenDate } from '../accept/date-text.ts'
import { textsLike } from '../accept/texts-like.ts'
import type { Generator } from '../model.ts'

/**
 * Makes values like those of a generator, the plainest one first.
 * @returns no values where they come from the provider, from a tool's own extension, or from an unreadable pattern
 */
export function generatedValues({ type, facts }: Generator): readonly unknown[] {
  switch (type) {
    case 'RandomInt':
      return [typeof facts.min === 'number' ? facts.min : 0]
    case 'RandomDecimal':
      return [12.5]
    case 'RandomString':
      return ['x'.repeat(typeof facts.size === 'number' ? facts.size : 10)]
    case 'RandomHexadecimal':
      return ['0a'.repeat(5)]
    case 'RandomBoolean':
      return [true]
    case 'Uuid':
      return ['3f2b8c1e-5d4a-4c6b-9e7f-1a2b3c4d5e6f']
    case 'Regex':
      return textsLike(String(facts.regex ?? ''))
    case 'Date':
      return dates(facts.format, 'yyyy-MM-dd')
    case 'DateTime':
      return dates(facts.format, "yyyy-MM-dd'T'HH:mm:ss")
    case 'Time':
      return dates(facts.format, 'HH:mm:ss')
    default:
      return []
  }
}

function dates(format: unknown, ownFormat: string): readonly string[] {
  const written = writtenDate(typeof format === 'string' ? format : ownFormat)
  return written === undefined ? [] : [written]
}
