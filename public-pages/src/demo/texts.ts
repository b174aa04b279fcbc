import type { FormTexts } from '../shared/form-frame.js';

export interface Texts extends FormTexts {
  readonly title: string;
  readonly loading: string;
  readonly heading: string;
  readonly intro: string;
  readonly phone: string;
  readonly hintPhone: string;
  readonly consent: string;
  readonly errorPhone: string;
  readonly errorConsent: string;
  readonly lostForm: string;
  readonly callingHeading: string;
  readonly calling: string;
  readonly notNowHeading: string;
  readonly notNow: string;
  readonly back: string;
}

const en: Texts = {
  title: 'Try a call',
  loading: 'The form is loading.',
  heading: 'Try a call with our assistant',
  intro: 'Enter your number and we call you once. You speak with a computer.',
  phone: 'Your phone number',
  hintPhone: 'Begin with + and the country code, such as +61. We call numbers of {countries}, by day there.',
  consent: 'Your consent',
  send: 'Call me',
  sending: 'One moment…',
  errorsHeading: 'Please check your answers',
  errorPhone: 'Enter a number that begins with + and its country code, such as +61.',
  errorConsent: 'We call you only if you agree.',
  lostHeading: 'The connection was lost',
  lostForm: 'The form could not be loaded. Check your connection, then try again.',
  lostAnswers: 'Your number is still on this page. Check your connection, then try again.',
  again: 'Try again',
  callingHeading: 'We are calling you',
  calling: 'Your phone will ring in a moment. You can close this page.',
  notNowHeading: 'We cannot call you now',
  notNow: 'We call at certain hours, in certain countries, and a few times a day. Please try again later.',
  back: 'Back to the form',
};

const de: Texts = {
  title: 'Anruf ausprobieren',
  loading: 'Das Formular wird geladen.',
  heading: 'Sprechen Sie mit unserem Assistenten',
  intro: 'Geben Sie Ihre Nummer ein, und wir rufen Sie einmal an. Sie sprechen mit einem Computer.',
  phone: 'Ihre Telefonnummer',
  hintPhone:
    'Beginnen Sie mit + und der Landesvorwahl, zum Beispiel +61. Wir rufen tagsüber Nummern dieser Länder an: {countries}.',
  consent: 'Ihre Einwilligung',
  send: 'Rufen Sie mich an',
  sending: 'Einen Moment…',
  errorsHeading: 'Bitte prüfen Sie Ihre Angaben',
  errorPhone: 'Bitte eine Nummer eingeben, die mit + und der Landesvorwahl beginnt, zum Beispiel +61.',
  errorConsent: 'Wir rufen Sie nur an, wenn Sie zustimmen.',
  lostHeading: 'Die Verbindung ist abgebrochen',
  lostForm:
    'Das Formular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  lostAnswers:
    'Ihre Nummer steht noch auf dieser Seite. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  again: 'Noch einmal versuchen',
  callingHeading: 'Wir rufen Sie an',
  calling: 'Ihr Telefon klingelt gleich. Sie können diese Seite schließen.',
  notNowHeading: 'Wir können Sie jetzt nicht anrufen',
  notNow:
    'Wir rufen zu bestimmten Zeiten, in bestimmten Ländern und nur wenige Male am Tag an. Bitte versuchen Sie es später noch einmal.',
  back: 'Zurück zum Formular',
};

const ar: Texts = {
  title: 'جرّب مكالمة',
  loading: 'جارٍ تحميل النموذج.',
  heading: 'جرّب مكالمة مع مساعدنا',
  intro: 'أدخل رقمك وسنتصل بك مرة واحدة. ستتحدث مع حاسوب.',
  phone: 'رقم هاتفك',
  hintPhone: 'ابدأ بعلامة + ورمز الدولة، مثال: ‎+61. نتصل نهارًا بأرقام هذه الدول: {countries}.',
  consent: 'موافقتك',
  send: 'اتصلوا بي',
  sending: 'لحظة من فضلك…',
  errorsHeading: 'يُرجى مراجعة إجاباتك',
  errorPhone: 'أدخل رقمًا يبدأ بعلامة + ورمز الدولة، مثل ‎+61.',
  errorConsent: 'لا نتصل بك إلا بموافقتك.',
  lostHeading: 'انقطع الاتصال',
  lostForm: 'تعذّر تحميل النموذج. تحقق من اتصالك بالإنترنت ثم حاول مرة أخرى.',
  lostAnswers: 'لا يزال رقمك في هذه الصفحة. تحقق من اتصالك بالإنترنت ثم حاول مرة أخرى.',
  again: 'حاول مرة أخرى',
  callingHeading: 'نتصل بك الآن',
  calling: 'سيرن هاتفك بعد لحظات. يمكنك إغلاق هذه الصفحة.',
  notNowHeading: 'لا يمكننا الاتصال بك الآن',
  notNow: 'نتصل في أوقات محددة وفي دول محددة ومرات قليلة في اليوم. يُرجى المحاولة لاحقًا.',
  back: 'العودة إلى النموذج',
};

export const TEXTS = { en, de, ar };
