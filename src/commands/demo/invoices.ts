/** The invoices that the demo imports. `examples/invoices.csv` is the same file. */
export const DEMO_INVOICES = `amount,dueDate,invoiceNumber,memo,lines,submit
2607.00,2026-03-31,CL-2026-0101,"March linen, 1st delivery","Bed sheet, king, white|120|14.95
Pillow case|240|3.2
Delivery|1|45",true
1759.50,2026-03-31,CL-2026-0102,"Towels for the spa: “soft” grade, as agreed with Ms. Núñez","Bath towel, 70 × 140 cm|85|11.4
Hand towel|170|4.65",true
693.00,2026-03-31,CL-2026-0103,,"Table cloth 2,4 m, ivory|18|38.5",true
1156.25,2026-04-01,CL-2026-0104,"Café Zoë: napkins
Please note the purchase order PO-7741.","Napkin, cotton|1000|0.875
Napkin, ""holiday"" print|250|1.125",true
808.09,2026-04-02,CL-2026-0105,"Laundry by weight, week 9","Washing, per kg|412.75|1.385
Ironing, per kg|96.5|2.45",true
97.10,2026-04-03,CL-2026-0106,Repairs,"Seam repair|13|6.335
Button, mother-of-pearl|7|2.105",true
924.89,2026-04-06,CL-2026-0107,"Uniforms for the front desk; name tags: Søren, Ångström, O'Neill","Jacket, navy|6|89.9
Trousers, navy|6|54.25
Name tag|18|3.333",true
925.20,2026-04-07,CL-2026-0108,"Quote 2026/17, accepted by ""Chef"" Dupré","Apron, bib, black|40|12.75
Chef's jacket, size M|12|34.6",true
6563.44,2026-04-08,CL-2026-0109,"Curtains, rooms 201-240","Curtain, blackout, per m²|318.4|17.85
Rail|40|22",true
258.44,2026-04-09,CL-2026-0110,"Rental of table linen for the Müller wedding, 4 April","Rental, per piece and day|640|0.3335
Stain treatment|3|15",true
12.55,2026-04-10,CL-2026-0111,"One robe, replaced","Bathrobe, terry|1|0.05
Embroidery \\| initials|1|12.5",true
805.42,2026-04-13,CL-2026-0112,"Washing, week 10
Pick-up: Tuesday, 7 a.m.
Contact: Łukasz, gate 3","Washing, per kg|388.25|1.385
Ironing, per kg|101.75|2.45
Fuel surcharge|1|18.4",true
614.97,2026-04-14,CL-2026-0113,"Slippers, 日本 style","Slippers, pair|300|1.95
Bag, paper, 100 pieces|3|9.99",true
710.00,2026-04-15,CL-2026-0114,,"Mattress protector, 180 × 200|25|28.4",true
0.40,2026-04-16,CL-2026-0115,"Sample order, reduced price","Duvet cover, striped|2|0.1
Pillow case, striped|4|0.05",true
1146.85,2026-04-17,CL-2026-0116,"Banquet, hall ""Atlantic"", 300 guests","Chair cover|300|2.1
Table runner, 6 ft|38|7.45
Set-up, per hour|5.5|42.5",true
771.99,2026-04-20,CL-2026-0117,"Washing, week 11","Washing, per kg|401.5|1.385
Ironing, per kg|88.125|2.45",true
45.10,2026-04-21,CL-2026-0118,"Disposal of worn-out linen, weighed at the dock","Recycling, per kg|73.333|0.615",true
1223.35,2026-04-22,CL-2026-0119,"Spring cleaning: carpets, 2nd floor
Invoice to: Acme Hotels LLC, attn. José Peña","Carpet, per m²|212.6|4.75
Stairs, per step|36|1.5
Night rate, 15 %|1|159.5",true
1250.00,2026-04-30,CL-2026-0120,"Yearly service fee, 1 of 4","Stock keeping, quarter|1|1250",true
`;
