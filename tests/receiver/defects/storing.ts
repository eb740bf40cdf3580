import type { Behaviour, Got } from '../fake.ts'
import type { Defect } from './defect.ts'

const storing = (cannot: (text: string) => boolean, status = 500): Defect => {
  const objects: Behaviour['objects'] = ({ body }: Got) =>
    cannot(body.toString('utf8')) ? status : undefined
  return {
    changes: { objects },
    in: 'deliveries/open',
    finds: [],
    warns: ['receiver-accepts-rare-characters'],
  }
}

/** Receivers over a store or a parser that does not hold every character. */
export const storingDefects: Readonly<Record<string, Defect>> = {
  'stores no zero character': storing((text) => text.includes('\\u0000')),
  'refuses control characters in a text': storing((text) => /\\u00[01]/.test(text), 400),
  'stores no character of a deletion': storing((text) => text.includes('\x7f')),
  'stores no characters of private use': storing((text) => /\p{Co}/u.test(text)),
  'stores no places that are no characters': storing((text) => text.includes('\uffff'), 422),
}
