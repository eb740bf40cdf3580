/** A name with letters of two, three and four bytes. */
const NAME = 'Müller & Søn 保険株式会社 Страхование 🛡️👩‍💻'
/** The names of companies in the examples of events. */
const COMPANIES = /Acme Manufacturing Inc|Example Brokerage LLC/g

/** The text of an event, in which the company's name has letters beyond ASCII. */
export const inOtherLetters = (text: string): string => text.replace(COMPANIES, NAME)
