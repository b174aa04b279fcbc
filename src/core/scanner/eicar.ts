/**
 * The harmless test file that every scanner reports as infected (EICAR, 2003). It is joined from
 * pieces so that scanners do not report this source file.
 */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)', '7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);
