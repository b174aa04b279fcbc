export interface Texts {
  readonly title: string;
  readonly loading: string;
  readonly heading: string;
  readonly intro: string;
  readonly promise: string;
  readonly required: string;
  readonly optional: string;
  readonly choose: string;
  readonly noAnswer: string;
  readonly hintDigits: string;
  readonly hintEmail: string;
  readonly hintDate: string;
  readonly send: string;
  readonly sending: string;
  readonly errorsHeading: string;
  readonly errorRequired: string;
  readonly errorTooLong: string;
  readonly errorDigits: string;
  readonly errorEmail: string;
  readonly errorDate: string;
  readonly timeLeft: string;
  readonly lastMinute: string;
  readonly lostHeading: string;
  readonly lostForm: string;
  readonly lostAnswers: string;
  readonly again: string;
  readonly receivedHeading: string;
  readonly received: string;
  readonly opening: string;
  readonly open: string;
  readonly unableHeading: string;
  readonly unable: string;
  readonly notSentHeading: string;
  readonly notSent: string;
  readonly failedHeading: string;
  readonly failed: string;
  readonly expiredHeading: string;
  readonly expired: string;
}

const en: Texts = {
  title: 'Secure form',
  loading: 'The form is loading.',
  heading: 'Enter your details',
  intro: 'You are on a call with {business}. Your answers go straight to this call.',
  promise:
    'Your answers are encrypted on this device before they are sent. Only the service on your call can read them.',
  required: 'required',
  optional: 'optional',
  choose: 'Please choose',
  noAnswer: 'No answer',
  hintDigits: 'Up to {max} digits',
  hintEmail: 'For example: name@example.com',
  hintDate: 'Year, month, day. For example: 2026-03-31',
  send: 'Send securely',
  sending: 'Sending…',
  errorsHeading: 'Please check your answers',
  errorRequired: 'This answer is required.',
  errorTooLong: 'This answer has {length} characters. At most {max} are allowed.',
  errorDigits: 'Use digits only.',
  errorEmail: 'Enter an email address like name@example.com.',
  errorDate: 'Enter a date like 2026-03-31.',
  timeLeft: 'Time left: {time}',
  lastMinute: 'Less than a minute left',
  lostHeading: 'The connection was lost',
  lostForm: 'The form could not be loaded. Check your connection, then try again.',
  lostAnswers: 'Your answers are still on this page. Check your connection, then try again.',
  again: 'Try again',
  receivedHeading: 'Your answers have arrived',
  received: 'Thank you. You can close this page and continue your call.',
  opening: 'The service on your call has sent you a form. Open it on the device on which you want to answer.',
  open: 'Open the form',
  unableHeading: 'This browser cannot open the form',
  unable: 'The form needs cookies and encryption. Allow cookies for this page, or use another browser.',
  notSentHeading: 'Your answers were not sent yet',
  notSent:
    'They are still on this page, which tries again by itself. If that does not help, ask for a new link on your call.',
  failedHeading: 'This link does not work',
  failed: 'A link works once, for a short time, and in one browser. Ask for a new one on your call.',
  expiredHeading: 'The time for this form is over',
  expired: 'Your answers were erased from this page. Ask for a new link on your call.',
};

const de: Texts = {
  title: 'Sicheres Formular',
  loading: 'Das Formular wird geladen.',
  heading: 'Ihre Angaben',
  intro: 'Sie telefonieren mit {business}. Ihre Angaben gehen direkt in dieses Gespräch.',
  promise:
    'Ihre Angaben werden auf diesem Gerät verschlüsselt, bevor sie gesendet werden. Nur der Dienst in Ihrem Gespräch kann sie lesen.',
  required: 'Pflichtangabe',
  optional: 'freiwillig',
  choose: 'Bitte wählen',
  noAnswer: 'Keine Angabe',
  hintDigits: 'Bis zu {max} Ziffern',
  hintEmail: 'Zum Beispiel: name@example.com',
  hintDate: 'Jahr, Monat, Tag. Zum Beispiel: 2026-03-31',
  send: 'Sicher senden',
  sending: 'Wird gesendet…',
  errorsHeading: 'Bitte prüfen Sie Ihre Angaben',
  errorRequired: 'Diese Angabe fehlt noch.',
  errorTooLong: 'Diese Angabe hat {length} Zeichen. Höchstens {max} sind erlaubt.',
  errorDigits: 'Bitte nur Ziffern eingeben.',
  errorEmail: 'Bitte eine E-Mail-Adresse wie name@example.com eingeben.',
  errorDate: 'Bitte ein Datum wie 2026-03-31 eingeben.',
  timeLeft: 'Verbleibende Zeit: {time}',
  lastMinute: 'Weniger als eine Minute übrig',
  lostHeading: 'Die Verbindung ist abgebrochen',
  lostForm:
    'Das Formular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  lostAnswers:
    'Ihre Angaben stehen noch auf dieser Seite. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  again: 'Noch einmal versuchen',
  receivedHeading: 'Ihre Angaben sind angekommen',
  received: 'Vielen Dank. Sie können diese Seite schließen und weitertelefonieren.',
  opening:
    'Der Dienst in Ihrem Gespräch hat Ihnen ein Formular gesendet. Öffnen Sie es auf dem Gerät, auf dem Sie antworten möchten.',
  open: 'Formular öffnen',
  unableHeading: 'Dieser Browser kann das Formular nicht öffnen',
  unable:
    'Das Formular braucht Cookies und Verschlüsselung. Erlauben Sie Cookies für diese Seite oder nehmen Sie einen anderen Browser.',
  notSentHeading: 'Ihre Angaben wurden noch nicht gesendet',
  notSent:
    'Sie stehen noch auf dieser Seite, die es von selbst noch einmal versucht. Hilft das nicht, bitten Sie im Gespräch um einen neuen Link.',
  failedHeading: 'Dieser Link funktioniert nicht',
  failed: 'Ein Link gilt einmal, für kurze Zeit und in einem Browser. Bitten Sie im Gespräch um einen neuen.',
  expiredHeading: 'Die Zeit für dieses Formular ist abgelaufen',
  expired: 'Ihre Angaben wurden von dieser Seite gelöscht. Bitten Sie im Gespräch um einen neuen Link.',
};

const ar: Texts = {
  title: 'نموذج آمن',
  loading: 'جارٍ تحميل النموذج.',
  heading: 'أدخل بياناتك',
  intro: 'أنت الآن في مكالمة مع {business}. تصل إجاباتك مباشرةً إلى هذه المكالمة.',
  promise:
    'تُشفَّر إجاباتك على هذا الجهاز قبل إرسالها. ولا يستطيع قراءتها سوى الخدمة التي تتحدث معها في المكالمة.',
  required: 'إلزامي',
  optional: 'اختياري',
  choose: 'يُرجى الاختيار',
  noAnswer: 'بدون إجابة',
  hintDigits: 'الحد الأقصى لعدد الأرقام: {max}',
  hintEmail: 'مثال: ‎name@example.com',
  hintDate: 'السنة ثم الشهر ثم اليوم. مثال: ‎2026-03-31',
  send: 'إرسال آمن',
  sending: 'جارٍ الإرسال…',
  errorsHeading: 'يُرجى مراجعة إجاباتك',
  errorRequired: 'هذه الإجابة إلزامية.',
  errorTooLong: 'عدد الأحرف في هذه الإجابة {length}، والحد الأقصى المسموح به {max}.',
  errorDigits: 'أدخل أرقامًا فقط.',
  errorEmail: 'أدخل عنوان بريد إلكتروني مثل ‎name@example.com.',
  errorDate: 'أدخل تاريخًا مثل ‎2026-03-31.',
  timeLeft: 'الوقت المتبقي: {time}',
  lastMinute: 'بقيت أقل من دقيقة',
  lostHeading: 'انقطع الاتصال',
  lostForm: 'تعذّر تحميل النموذج. تحقق من اتصالك بالإنترنت ثم حاول مرة أخرى.',
  lostAnswers: 'لا تزال إجاباتك في هذه الصفحة. تحقق من اتصالك بالإنترنت ثم حاول مرة أخرى.',
  again: 'حاول مرة أخرى',
  receivedHeading: 'وصلت إجاباتك',
  received: 'شكرًا لك. يمكنك إغلاق هذه الصفحة ومتابعة مكالمتك.',
  opening: 'أرسلت إليك الخدمة التي تتحدث معها نموذجًا. افتحه على الجهاز الذي تريد الإجابة منه.',
  open: 'فتح النموذج',
  unableHeading: 'لا يستطيع هذا المتصفح فتح النموذج',
  unable: 'يحتاج النموذج إلى ملفات تعريف الارتباط والتشفير. اسمح بها لهذه الصفحة أو استخدم متصفحًا آخر.',
  notSentHeading: 'لم تُرسَل إجاباتك بعد',
  notSent:
    'لا تزال في هذه الصفحة التي تعيد المحاولة تلقائيًا. إن لم ينجح ذلك، فاطلب رابطًا جديدًا أثناء مكالمتك.',
  failedHeading: 'هذا الرابط لا يعمل',
  failed: 'يعمل الرابط مرة واحدة، لفترة قصيرة، وفي متصفح واحد. اطلب رابطًا جديدًا أثناء مكالمتك.',
  expiredHeading: 'انتهى وقت هذا النموذج',
  expired: 'مُسحت إجاباتك من هذه الصفحة. اطلب رابطًا جديدًا أثناء مكالمتك.',
};

export const TEXTS = { en, de, ar };
