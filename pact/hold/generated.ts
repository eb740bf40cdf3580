import type { Generator } from '../model.ts'

/**
 * Makes a value such as a generator makes.
 * @returns undefined where it comes from the provider, or from a tool's own extension
 */
export function generated({ type, facts }: Generator): { readonly value: unknown } | undefined {
  switch (type) {
    case 'RandomInt':
      return { value: typeof facts.min === 'number' ? facts.min : 0 }
    case 'RandomDecimal':
      return { value: 12.5 }
    case 'RandomString':
      return { value: 'x'.repeat(typeof facts.size === 'number' ? facts.size : 10) }
    case 'RandomHexadecimal':
      return { value: '0a'.repeat(5) }
    case 'RandomBoolean':
      return { value: true }
    case 'Uuid':
      return { value: '3f2b8c1e-5d4a-4c6b-9e7f-1a2b3c4d5e6f' }
    case 'Date':
      return isoOnly(facts.format, 'yyyy-MM-dd', '2027-01-15')
    default:
      return undefined
  }
}

/** A day in the specified form, or in another one that is wrong wherever a day is asked for. */
const isoOnly = (format: unknown, iso: string, value: string) => ({
  value: format === undefined || format === iso ? value : '01/15/2027',
})
