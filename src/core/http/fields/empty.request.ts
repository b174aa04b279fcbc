/** The query of a route that takes no parameter (requests 3.5). */
export class EmptyQuery {}

/** The body of a route that takes no field (requests 3.5). */
export class EmptyBody {}
