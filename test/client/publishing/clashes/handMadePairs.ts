/** Two texts, and whether a person would call the second one the same news again. */
export type Pair = readonly [isRepeat: boolean, one: string, other: string];

/** Pairs that were written by hand, the way people and templates write posts. */
export const handMadePairs: readonly Pair[] = [
	// The same text, or the same news with a small change.
	[true, 'Our new showroom opens tomorrow', 'Our new showroom opens tomorrow'],
	[true, 'Our new showroom opens tomorrow', 'our new showroom opens tomorrow!'],
	[true, 'Our new showroom opens tomorrow.', 'Our new showroom opens tomorrow 🎉🎉'],
	[true, 'Our new showroom opens tomorrow', 'OUR NEW SHOWROOM OPENS TOMORROW'],
	[
		true,
		'We wrote down what we learned in ten years of building furniture: https://example.com/a',
		'We wrote down what we learned in ten years of building furniture: https://example.com/a?utm_source=x',
	],
	[
		true,
		'New on the blog: how we choose our wood. https://example.com/wood',
		'New on the blog: how we choose our wood. https://short.example/x1',
	],
	[
		true,
		'New on the blog: how we choose our wood. https://example.com/wood',
		'How we choose our wood: new on the blog https://example.com/wood',
	],
	[
		true,
		'Thank you all for a wonderful evening in Berlin!',
		'Thank you all for a wonderful evening in Berlin',
	],
	[
		true,
		'Thank you all for a wonderful evening in Berlin! #thanks #berlin',
		'Thank you all for a wonderful evening in Berlin! #community #event #chairs',
	],
	[
		true,
		'We are hiring a product designer for our studio in Hamburg. Apply until Friday.',
		'We are hiring a product designer for our studio in Hamburg. Apply by Friday.',
	],
	[
		true,
		'The workshop is closed on Monday because of the stocktaking. We are back on Tuesday.',
		'The workshop is closed on Monday because of stocktaking. We are back on Tuesday.',
	],
	[
		true,
		'Registration for our autumn conference is now open. Get your ticket before they are gone.',
		'Registration for our autumn conference is now open! Get your tickets before they are gone.',
	],
	[
		true,
		'We just recieved an award for the most sustainable chair of the year.',
		'We just received an award for the most sustainable chair of the year.',
	],
	[
		true,
		'Did you know? Oak needs about eighty years until it is ready for a table.',
		'Did you know that oak needs about eighty years until it is ready for a table?',
	],
	[
		true,
		'Our podcast with the founders of the repair café is online. Listen now.',
		'Our podcast with the founders of the repair café is online. Listen now wherever you get your podcasts.',
	],
	[
		true,
		'Good morning! Coffee is ready, the doors are open, and the first chairs of the season are here.',
		'Good morning ☀️ Coffee is ready ☕ the doors are open and the first chairs of the season are here 🪑',
	],
	[
		true,
		'Release notes: faster search, dark mode, and a new calendar view.',
		'Release notes — faster search, dark mode and a new calendar view',
	],
	[true, '**Release notes**: faster search and dark mode', 'Release notes: faster search and dark mode'],
	[
		true,
		'Behind the scenes: our team packs the first hundred orders of the winter collection.',
		'Behind the scenes: our team is packing the first hundred orders of the winter collection.',
	],
	[
		true,
		'We are moving! From next month, you will find us in the old brewery by the river.',
		'We are moving! You will find us in the old brewery by the river from next month.',
	],
	[
		true,
		'The recording of our webinar about email deliverability is available now. Watch it on our site.',
		'The recording of our webinar about email deliverability is now available. Watch it on our site!',
	],
	[
		true,
		'Five tips for better product photos, from light to background: https://example.com/photos',
		'5️⃣ Five tips for better product photos, from light to background 👉 https://example.com/photos',
	],
	[
		true,
		'Unser neuer Ausstellungsraum öffnet morgen um zehn Uhr. Kommt vorbei!',
		'Unser neuer Ausstellungsraum öffnet morgen um zehn Uhr. Kommt gern vorbei!',
	],
	[
		true,
		'Wir suchen eine Tischlerin für unsere Werkstatt in Leipzig. Bewerbt euch jetzt.',
		'Wir suchen eine Tischlerin für unsere Werkstatt in Leipzig! Jetzt bewerben.',
	],
	[
		true,
		'Notre nouvelle collection est arrivée. Venez la découvrir en boutique dès samedi.',
		'Notre nouvelle collection est arrivée ! Venez la découvrir en boutique dès samedi 😊',
	],
	[
		true,
		'Nuestro nuevo catálogo ya está disponible. Descárgalo gratis en la web.',
		'¡Nuestro nuevo catálogo ya está disponible! Descárgalo gratis en nuestra web.',
	],
	[
		true,
		'Открыта регистрация на осеннюю конференцию. Количество мест ограничено.',
		'Открыта регистрация на осеннюю конференцию! Количество мест ограничено 🔥',
	],
	[
		true,
		'新しいショールームが明日オープンします。ぜひお越しください。',
		'新しいショールームが明日オープンします！ぜひお越しください。',
	],
	[true, '我们的新展厅明天开业，欢迎大家光临参观。', '我们的新展厅明天开业啦，欢迎大家光临参观！'],
	[true, 'صالة العرض الجديدة تفتح غدا. أهلا بكم جميعا.', 'صالة العرض الجديدة تفتح غدا! أهلا بكم جميعا'],
	[
		true,
		'हमारा नया शोरूम कल खुल रहा है। आप सभी का स्वागत है।',
		'हमारा नया शोरूम कल खुल रहा है! आप सभी का स्वागत है',
	],
	[
		true,
		'โชว์รูมใหม่ของเราเปิดพรุ่งนี้ ขอเชิญทุกท่านมาเยี่ยมชม',
		'โชว์รูมใหม่ของเราเปิดพรุ่งนี้ ขอเชิญทุกท่านมาเยี่ยมชมนะ',
	],
	[
		true,
		'Our app now works offline. Update it to version 4.2 and take your notes on the plane.',
		'Our app now works offline! Update to version 4.2 and take your notes on the plane ✈️',
	],
	[
		true,
		'Every chair we sell plants a tree. So far, you have planted 12,000 of them.',
		'Every chair we sell plants a tree. So far you have planted 12.000 of them!',
	],
	[
		true,
		'A customer asked us whether a table can last for two hundred years. We went to a museum to find out.',
		'A customer asked if a table can last for two hundred years. We went to a museum to find out.',
	],
	[
		true,
		'Slow down this weekend: our reading list for a rainy Sunday is online.',
		'Slow down this weekend. Our reading list for a rainy Sunday is now online 📚',
	],
	[
		true,
		'What would you ask a carpenter with forty years of experience? Tell us in the comments.',
		'What would you ask a carpenter with forty years of experience? Let us know in the comments.',
	],
	[
		true,
		'The new edition of our magazine is about light. How it falls, how it changes a room, and why we need it.',
		'The new edition of our magazine is about light: how it falls, how it changes a room and why we need it. Out now.',
	],
	[
		true,
		'Remote work is here to stay, and so is back pain. Our guide to a healthy desk at home.',
		'Remote work is here to stay - and so is back pain. Read our guide to a healthy desk at home.',
	],
	[
		true,
		'We lowered the price of our standing desk for good, because we found a better way to make it.',
		"We've lowered the price of our standing desk for good because we found a better way to make it.",
	],

	// Different news, often from the same template.
	[false, 'Our new showroom opens tomorrow', 'Our old workshop closes in spring'],
	[false, 'Quote of the day: be yourself', 'Quote of the day: less is more'],
	[false, 'Episode 41 is out: https://example.com/41', 'Episode 42 is out: https://example.com/42'],
	[
		false,
		'Episode 41 of our podcast is out. Listen now wherever you get your podcasts.',
		'Episode 42 of our podcast is out. Listen now wherever you get your podcasts.',
	],
	[
		false,
		'Only 3 days left to get your ticket for the conference!',
		'Only 2 days left to get your ticket for the conference!',
	],
	[
		false,
		'Only three days left to get your ticket for the conference!',
		'Only two days left to get your ticket for the conference!',
	],
	[false, 'Weekly numbers: 1,204 visitors, 38 orders', 'Weekly numbers: 1,377 visitors, 41 orders'],
	[false, 'New in our shop: oak table', 'New in our shop: linen curtains'],
	[false, 'New in our shop: red sneakers', 'New in our shop: blue sneakers'],
	[
		false,
		'Meet Anna, our new designer. She joined our team in Hamburg this week.',
		'Meet Peter, our new designer. He joined our team in Hamburg this week.',
	],
	[
		false,
		'Join us in Berlin for an evening about furniture and light. Register on our website.',
		'Join us in Munich for an evening about furniture and light. Register on our website.',
	],
	[
		false,
		'Monday motivation: start small and keep going every single day of the week.',
		'Friday motivation: start small and keep going every single day of the week.',
	],
	[
		false,
		'New on the blog: how we choose our wood. https://example.com/wood',
		'New on the blog: why we love linen. https://example.com/linen',
	],
	[
		false,
		'New on the blog: a guide to healthy desks. Read it on our website and tell us what you think in the comments.',
		'New on the blog: the history of the armchair. Read it on our website and tell us what you think in the comments.',
	],
	[false, 'The store in Hamburg is open again', 'The store in Bremen is open again'],
	[false, 'Happy New Year from all of us!', 'Happy birthday to our founder!'],
	[
		false,
		'Good morning Hamburg, it is 14 degrees and sunny',
		'Good morning Hamburg, it is 9 degrees and rainy',
	],
	[
		false,
		'Match day! We play against the Lions at 15:30. See you in the stadium.',
		'Match day! We play against the Bears at 18:00. See you in the stadium.',
	],
	[
		false,
		'Results of yesterday: we won 3:1 against the Lions.',
		'Results of yesterday: we lost 0:2 against the Bears.',
	],
	[
		false,
		'Our new showroom opens tomorrow. Come and see it.',
		'Unser neuer Ausstellungsraum öffnet morgen. Kommt und seht ihn euch an.',
	],
	[
		false,
		'Our new showroom opens tomorrow. Come and see it.',
		'Notre nouvelle salle d’exposition ouvre demain. Venez la voir.',
	],
	[
		false,
		'Our new showroom opens tomorrow. Come and see it.',
		'新しいショールームが明日オープンします。ぜひお越しください。',
	],
	[
		false,
		'新しいショールームが明日オープンします。ぜひお越しください。',
		'我们的新展厅明天开业，欢迎大家光临参观。',
	],
	[false, '新商品のご紹介：オーク材のテーブル', '新商品のご紹介：リネンのカーテン'],
	[false, '今日的名言：做你自己，因为别人都有人做了', '今日的名言：千里之行，始于足下，不要停下脚步'],
	[false, 'Neu im Blog: Wie wir unser Holz aussuchen', 'Neu im Blog: Warum wir Leinen lieben'],
	[false, 'Stellenangebot: Tischler (m/w/d) in Leipzig', 'Stellenangebot: Buchhalter (m/w/d) in Dresden'],
	[
		false,
		'We are hiring a product designer for our studio in Hamburg.',
		'We are hiring an accountant for our office in Bremen.',
	],
	[
		false,
		'Which one do you prefer: the green chair or the blue one?',
		'Which one do you prefer: coffee in the morning or tea in the evening?',
	],
	[false, 'Bitcoin is at $64,120 (+2.1%) this morning', 'Bitcoin is at $63,005 (-1.7%) this morning'],
	[false, 'Status: all systems are running', 'Status: we are investigating slow uploads'],
	[
		false,
		'Version 4.2 is here: offline notes, dark mode and a faster search.',
		'Version 4.3 is here: shared folders, reminders and a new editor.',
	],
	[
		false,
		'Lunch today: pumpkin soup, bread from our oven and a salad with walnuts',
		'Lunch today: lentil curry, rice and a salad with oranges',
	],
	[
		false,
		'Listing of the week: a bright apartment with two rooms by the park',
		'Listing of the week: a quiet house with a garden near the lake',
	],
	[
		false,
		'Tip of the day: oil your table twice a year',
		'Tip of the day: keep your plants away from the heater',
	],
	[false, 'Live now: Q&A with our founder', 'Live now: a tour of our workshop'],
	[
		false,
		'Thank you all for a wonderful evening in Berlin!',
		'We are closed today because of the storm. Stay safe at home!',
	],
	[
		false,
		'Our podcast with the founders of the repair café is online. Listen now.',
		'Our interview with the mayor about bicycle lanes is online. Read it now.',
	],
	[false, 'Открыта регистрация на осеннюю конференцию.', 'Мы ищем дизайнера в нашу студию в Казани.'],
	[false, '🎉', '🔥'],

	// The pairs from here on were written after the rules were set, and changed nothing in them.
	[
		true,
		'Our summer sale starts today: up to 40% off garden furniture until Sunday.',
		'Our summer sale starts today! Up to 40% off garden furniture until Sunday ☀️',
	],
	[
		true,
		'Today we launch our new website. It is faster, easier to read and works on every phone.',
		'Our new website launches today. It is faster, easier to read, and works on every phone.',
	],
	[
		true,
		'We are proud to announce that we are now a certified B Corp.',
		'Proud to announce: we are now a certified B Corp!',
	],
	[
		true,
		'Save the date: on 12 June, our factory opens its doors for the whole family.',
		'Save the date! Our factory opens its doors for the whole family on 12 June.',
	],
	[
		true,
		'Customer story: how a small hotel in the Alps cut its energy bill in half with our blinds.',
		'How a small hotel in the Alps cut its energy bill in half with our blinds. Read the customer story.',
	],
	[
		true,
		'I spent a week without meetings. Here is what happened to my calendar, my code and my mood.',
		'I spent one week without meetings. Here’s what happened to my calendar, my code and my mood:',
	],
	[
		true,
		'Unsere Frühjahrskollektion ist da: leichte Stoffe, helle Farben und viel Holz.',
		'Unsere Frühjahrskollektion ist endlich da: leichte Stoffe, helle Farben und viel Holz!',
	],
	[
		true,
		'La newsletter di maggio è online: leggi come progettiamo i nostri mobili.',
		'La newsletter di maggio è online! Leggi come progettiamo i nostri mobili 🪑',
	],
	[
		true,
		'本日より夏のセールを開始しました。ガーデン家具が最大40％オフです。',
		'夏のセールを本日より開始しました！ガーデン家具が最大40％オフです。',
	],
	[
		true,
		'오늘부터 여름 세일을 시작합니다. 정원 가구를 최대 40% 할인합니다.',
		'오늘부터 여름 세일 시작합니다! 정원 가구를 최대 40% 할인합니다.',
	],
	[
		false,
		'Our summer sale starts today: up to 40% off garden furniture.',
		'Our summer sale ends today: up to 60% off garden furniture.',
	],
	[false, 'Customer story: a small hotel in the Alps', 'Customer story: a school in Rotterdam'],
	[
		false,
		'Fun fact: bamboo can grow almost a meter a day.',
		'Fun fact: a blue whale has a heart as big as a car.',
	],
	[
		false,
		'Throwback to our first fair, when the booth was two tables and a lamp.',
		'Throwback to the day when our delivery van broke down in the snow.',
	],
	[
		false,
		'Save the date: on 12 June, our factory opens its doors for the whole family.',
		'Save the date: on 3 July, our factory opens its doors for the whole family.',
	],
	[
		false,
		'Weather alert for the coast: strong winds from the north until midnight.',
		'Weather alert for the mountains: heavy snow from the west until noon.',
	],
	[
		false,
		'Congratulations to Maria on ten years at our company. Thank you for everything!',
		'Congratulations to Oskar on ten years at our company. Thank you for everything!',
	],
	[false, 'Flight LH 123 is delayed by 25 minutes', 'Flight LH 456 is delayed by 40 minutes'],
	[false, 'Le mot du jour : sobriété', 'Le mot du jour : élégance'],
	[false, '本日のランチ：カレーライスとサラダ', '本日のランチ：焼き魚定食と味噌汁'],
	[true, 'Our new showroom opens tomorrow', 'Tomorrow is the day: we open our new showroom'],
	[
		true,
		'We have to close the store on Saturday because of a burst pipe.',
		'A burst pipe forces us to close the store on Saturday.',
	],
	[true, 'Get 20% off all lamps this weekend', 'This weekend, you get 20% off all lamps'],
	[
		true,
		'Our café is now open on Sundays, too. Come by for breakfast between nine and twelve.',
		'Our café is now also open on Sundays. Drop in for breakfast between nine and twelve.',
	],
	[
		true,
		'Bewirb dich jetzt als Tischlerin in unserer Werkstatt in Leipzig!',
		'Jetzt bewerben: Tischlerin für unsere Werkstatt in Leipzig gesucht',
	],
	[
		false,
		'Every week, we show one thing from our archive. Today, it is a lamp from the attic that still works.',
		'Every week, we show one thing from our archive. Today, it is a radio from the attic that still works.',
	],
	[
		false,
		'In our new video, we show you step by step how to repair a wobbly chair with glue and patience.',
		'In our new video, we show you step by step how to repair a wobbly table with glue and patience.',
	],
	[false, 'Traffic on the ring road: expect long delays', 'Traffic on the ring road: no delays anymore'],
	[
		false,
		'You asked, we answer: do you ship to Norway, and how long does it take?',
		'You asked, we answer: do you ship to Canada, and how long does it take?',
	],
	[
		false,
		'The vote of the week is over, and you have chosen the green version. Thank you for taking part!',
		'The vote of the week is over, and you have chosen the grey version. Thank you for taking part!',
	],
];
