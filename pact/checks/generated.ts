import { textsLike } from '../accept/texts-like.ts'
import type { Generator } from '../model.ts'
import { regexOf } from '../read/regex.ts'

/**
 * Makes values like those of a generator, the plainest one first.
 * @returns no values where they come from the provider, from a tool's own extension, or from an unreadable pattern
 */
export function generated({ type, facts }: Generator): readonly unknown[] {
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
    case 'Regex': {
      const regex = regexOf(String(facts.regex ?? ''))
      return regex === undefined ? [] : textsLike(regex)
    }
    case 'Date':
      return [facts.format === undefined || facts.format === ISO_DAY ? A_DAY : '01/15/2027']
    case 'DateTime':
      return [facts.format === ISO_DAY ? A_DAY : `${A_DAY}T12:00:00`]
    case 'Time':
      return ['12:00:00']
    default:
      return []
  }
}

const ISO_DAY = 'yyyy-MM-dd'
const A_DAY = '2027-01-15'
